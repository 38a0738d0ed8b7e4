/** What a tab may set on the page to lock it for a dialog. */
const LOCKS = ['class', 'style', 'inert', 'aria-hidden']

/** Removes scroll locks and the like of a tab that becomes inactive, which would lock the next one. */
export function releaseBody(): void {
  for (const element of [document.documentElement, document.body]) {
    for (const lock of LOCKS) element.removeAttribute(lock)
  }
}
