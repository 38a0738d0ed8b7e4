/**
 * The nonce that this page's Content-Security-Policy allows style tags with; the server writes it into `index.html`.
 *
 * @returns an empty string when the page has none
 */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
