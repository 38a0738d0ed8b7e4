/**
 * Reads the CSP nonce of this page's style tags, which the server writes into `index.html`.
 *
 * @returns the nonce, or an empty string when the page has none
 */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
