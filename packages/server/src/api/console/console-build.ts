/** A file of the console, as it was built, with what was compressed beforehand. */
export interface ConsoleFile {
  readonly type: string
  readonly bytes: Buffer
  readonly compressed: Readonly<Partial<Record<'br' | 'gzip', Buffer>>>
}

/** The console as it was built, in memory: no file is opened for anybody. */
export interface ConsoleBuild {
  /** Tells one build from any other. */
  readonly build: string
  /** The page, with %NONCE% and %BUILD% where these are put in. */
  readonly page: string
  /** By their path: `/assets/index-3f0c.js`. */
  readonly files: ReadonlyMap<string, ConsoleFile>
}

/** Which build of the console is served: a page of another one loads itself anew. */
export const CONSOLE_HEADER = 'reveille-console'
