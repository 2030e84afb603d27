/** How sound is put into bytes: by the names that session descriptions have for it (RFC 3551 4.5). */
export type Codec = 'PCMU' | 'PCMA' | 'G722'

/** ITU-T G.711, which every telephone speaks. */
export type Law = Exclude<Codec, 'G722'>
