import { readFileSync } from 'node:fs'

const textOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** Key and certificate of a test's TLS server, for the host `bench`: nobody trusts it. In PEM. */
export function selfSigned() {
  return { key: textOf('./self-signed-key.pem'), cert: textOf('./self-signed-certificate.pem') }
}
