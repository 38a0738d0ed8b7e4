/** The remedy of {@link isUntrusted}. */
export const TRUSTED_CERTIFICATE =
  'Install a certificate that browsers trust, for this host. For an authority of your own, set NODE_EXTRA_CA_CERTS to its file.'

/** Whether a code of Node.js says that nobody trusts the certificate of a server. */
export function isUntrusted(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)/.test(code)
}
