import { callInPage } from './pages'
import type { RawCdpPage } from './raw-cdp-page'

const IN_TAB = '[role=tabpanel]:not([hidden])'
const FIRST_CELL = `${IN_TAB} tbody tr td:first-child`
const REGION = `${IN_TAB} [data-table-region]`
const SEARCH_FIELD = `${IN_TAB} textarea`

/** What staff do in a loaded tab by keys. Each resolves with the milliseconds from the last key to what it brings. */
export const jobs = {
  turn: (page: RawCdpPage) => showNumber(page, REGION, 'PageDown', FIRST_CELL),
  /** @param column one-based */
  order: (page: RawCdpPage, column: number) =>
    showNumber(page, `${IN_TAB} th:nth-child(${column}) .sort-button`, 'Enter', FIRST_CELL),
  /** Types a text whose last character changes the number of matches. */
  async search(page: RawCdpPage, text: string) {
    await callInPage(page, 'probe', 'focus', SEARCH_FIELD)
    await page.press(...text.slice(0, -1))
    await callInPage(page, 'probe', 'idle')
    return showNumber(page, undefined, text.slice(-1), `${IN_TAB} .found`)
  },
}

/** Presses a key in an element, or in the focused one, and waits until another text with a digit is in an element. */
async function showNumber(page: RawCdpPage, focus: string | undefined, key: string, shown: string): Promise<number> {
  if (focus) await callInPage(page, 'probe', 'focus', focus)
  await callInPage(page, 'probe', 'expectNumber', shown)
  await page.press(key)
  return callInPage(page, 'probe', 'resultAfterKey')
}
