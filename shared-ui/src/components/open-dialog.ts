/**
 * The uppermost modal dialog in sight: in the part of the page with an element, or in what a tab shows over the page
 * (`shell/src/main/ReleaseRoot.tsx`). What browser extensions append to the page does not count.
 *
 * @param element an element of the page
 */
export function openDialog(element: Element): Element | undefined {
  const part = element.closest('body > *')
  return [...document.querySelectorAll('[aria-modal=true]')].findLast(
    (dialog) => !dialog.closest('[hidden]') && (part?.contains(dialog) || dialog.closest('body > .tab-overlays')),
  )
}
