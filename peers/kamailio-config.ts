import { type Address, HERE } from './ports.ts'

export interface KamailioOptions {
  /** Name and password of everyone who may register and call. */
  readonly users: Readonly<Record<string, string>>
  readonly algorithm?: 'MD5' | 'SHA-256'
  /** What a challenge is good for: one request, or as many as the counter of RFC 7616 (nc) tells apart. */
  readonly nonces?: 'for one request' | 'counted'
  /** RFC 3261 10.3: shorter registrations are refused with 423. */
  readonly leastSeconds?: number
  /** Longer ones are shortened. */
  readonly mostSeconds?: number
  /** How long a phone may say nothing at all, and how long it may ring, before the caller hears 408. */
  readonly silentMs?: number
  readonly ringingMs?: number
  /** T1 between it and its neighbours. */
  readonly repeatMs?: number
  /** A second door, which says that it is somewhere else: for whoever stands between. */
  readonly saysItsBackDoorIs?: Address
  /** It speaks TLS too, and shows this. With `ca`, only to those for whom that one vouches. */
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer; readonly ca?: Buffer }
}

/** Where it finds what it shows over TLS. */
export const TLS_FILES = { key: 'tls.key', cert: 'tls.pem', ca: 'tls-ca.pem' } as const

export const DOMAIN = 'hotel.test'

const PARTS = 'tm sl rr pv maxfwd usrloc registrar textops siputils xlog auth htable'.split(' ')

/** A registrar and proxy as a small hotel has it, without a database. It tells what passes in lines of its log. */
export const configOf = (
  options: KamailioOptions,
  folder: string,
  [port, backDoor, securePort]: readonly [number, number, number],
) => `#!KAMAILIO
log_stderror=yes
debug=1
fork=yes
children=2
tcp_children=1
auto_aliases=no
alias="${DOMAIN}"
listen=udp:${HERE}:${port}
listen=tcp:${HERE}:${port}
${backDoorOf(options.saysItsBackDoorIs, backDoor)}
${options.tls ? `enable_tls=yes\nlisten=tls:${HERE}:${securePort}` : ''}
${[...PARTS, ...(options.tls ? ['tls'] : [])].map((part) => `loadmodule "${part}.so"`).join('\n')}
${parametersOf(options)}
${tlsOf(options, folder)}
${passwordsOf(options.users)}
${routesOf(options)}`

const backDoorOf = (says: Address | undefined, port: number) =>
  says ? `listen=udp:${HERE}:${port} advertise ${says.host}:${says.port}` : ''

function parametersOf(options: KamailioOptions): string {
  const { algorithm = 'MD5', nonces = 'for one request', mostSeconds = 3_600 } = options
  const { silentMs = 20_000, ringingMs = 60_000, repeatMs = 500 } = options
  const parameters: readonly (readonly [part: string, name: string, value: string | number])[] = [
    ['tm', 'fr_timer', silentMs],
    ['tm', 'fr_inv_timer', ringingMs],
    ['tm', 'retr_timer1', repeatMs],
    ['tm', 'retr_timer2', 4 * repeatMs],
    // A refusal that was made here is told like any other.
    ['tm', 'failure_reply_mode', 3],
    ['rr', 'append_fromtag', 0],
    ['registrar', 'max_expires', mostSeconds],
    ['registrar', 'append_branches', 0],
    ['auth', 'algorithm', algorithm],
    ['auth', nonces === 'counted' ? 'nonce_count' : 'one_time_nonce', 1],
    ['htable', 'htable', 'passwords=>size=8;'],
  ]
  const written = (value: string | number) => (typeof value === 'number' ? value : `"${value}"`)
  return parameters
    .map(([part, name, value]) => `modparam("${part}", "${name}", ${written(value)})`)
    .join('\n')
}

function tlsOf({ tls }: KamailioOptions, folder: string): string {
  if (!tls) return ''
  const parameters = [
    ['private_key', `"${folder}/${TLS_FILES.key}"`],
    ['certificate', `"${folder}/${TLS_FILES.cert}"`],
    ['tls_method', '"TLSv1.2+"'],
    ...(tls.ca
      ? [
          ['ca_list', `"${folder}/${TLS_FILES.ca}"`],
          ['verify_certificate', '1'],
          ['require_certificate', '1'],
        ]
      : []),
  ]
  return parameters.map(([name, value]) => `modparam("tls", "${name}", ${value})`).join('\n')
}

const passwordsOf = (users: KamailioOptions['users']) => `
event_route[htable:mod-init] {
${Object.entries(users)
  .map(([name, password]) => `  $sht(passwords=>${name}) = "${password}";`)
  .join('\n')}
}
event_route[core:worker-one-init] {
  xlog("L_NOTICE", "| ready\\n");
}`

/** tm comes first, so that a repetition is never taken for a second use of a nonce. */
const routesOf = ({ leastSeconds = 0 }: KamailioOptions) => `
request_route {
  xlog("L_NOTICE", "| passed $rm $cs $ci $si $sp $Rp\\n");
  if (!mf_process_maxfwd_header("10")) {
    sl_send_reply("483", "Too Many Hops");
    exit;
  }
  force_rport();
  if (is_method("CANCEL")) {
    if (t_check_trans()) t_relay();
    exit;
  }
  if (has_totag()) {
    if (loose_route()) {
      if (!t_relay()) sl_reply_error();
    } else if (is_method("ACK")) {
      if (t_check_trans()) t_relay();
    } else {
      sl_send_reply("404", "Not Here");
    }
    exit;
  }
  t_check_trans();
  if (is_method("REGISTER")) {
    t_newtran();
    route(REGISTRAR);
  }
  route(PROXY);
}

route[AUTHENTICATED] {
  if (is_method("REGISTER")) {
    pv_www_authenticate("${DOMAIN}", "$sht(passwords=>$au)", "0");
  } else {
    pv_proxy_authenticate("${DOMAIN}", "$sht(passwords=>$au)", "0");
  }
  $var(result) = $retcode;
  if ($var(result) > 0 && $au == $fU) return;
  if ($var(result) > 0) {
    send_reply("403", "Not Your Name");
  } else if ($var(result) == -4 || $var(result) == -6) {
    auth_challenge("${DOMAIN}", "17");
  } else {
    auth_challenge("${DOMAIN}", "1");
  }
  exit;
}

route[REGISTRAR] {
  if (is_present_hf("Expires")) {
    $var(wanted) = $(hdr(Expires){s.int});
  } else {
    $var(wanted) = $(hdr(Contact){param.value,expires}{s.int});
  }
  if ($var(wanted) > 0 && $var(wanted) < ${leastSeconds}) {
    append_to_reply("Min-Expires: ${leastSeconds}\\r\\n");
    send_reply("423", "Interval Too Brief");
    exit;
  }
  route(AUTHENTICATED);
  save("location");
  xlog("L_NOTICE", "| bound $tU $var(wanted)\\n");
  exit;
}

route[PROXY] {
  if (!is_method("INVITE")) {
    sl_send_reply("405", "Method Not Allowed");
    exit;
  }
  route(AUTHENTICATED);
  consume_credentials();
  record_route();
  if ($sht(passwords=>$rU) == $null) {
    sl_send_reply("404", "Not Found");
    exit;
  }
  if (!lookup("location")) {
    sl_send_reply("480", "Temporarily Unavailable");
    exit;
  }
  if (!t_relay()) sl_reply_error();
  exit;
}
`
