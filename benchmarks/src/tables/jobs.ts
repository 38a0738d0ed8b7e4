import { callInPage } from './pages'
import type { RawCdpPage } from './raw-cdp-page'

const IN_TAB = '[role=tabpanel]:not([hidden])'
const FIRST_CELL = `${IN_TAB} tbody tr td:first-child`
const FIRST_ROW = `${IN_TAB} tbody tr`
const REGION = `${IN_TAB} [data-table-region]`
const SEARCH_FIELD = `${IN_TAB} textarea`
const COMPLETE = '^(?!.*Cargando).*Id'
const NOTHING = '^$'
/** Beyond the rows that the page keeps. */
const FAR_PAGE = '4000'

/** What staff do in a loaded tab by keys. Each resolves with the milliseconds from the last key to what it brings. */
export const jobs = {
  jump: (page: RawCdpPage) => showText(page, ['.page-field input'], [...FAR_PAGE, 'Enter'], FIRST_CELL, '\\d'),
  turn: (page: RawCdpPage) => showText(page, [REGION], ['PageDown'], FIRST_CELL, '\\d'),
  /** @param column one-based */
  order: (page: RawCdpPage, column: number) =>
    showText(page, [`${IN_TAB} th:nth-child(${column}) .sort-button`], ['Enter'], FIRST_CELL, '\\d'),
  /** Types a text whose last character changes the number of matches. */
  async search(page: RawCdpPage, text: string) {
    await callInPage(page, 'probe', 'focus', SEARCH_FIELD)
    await page.press(...text.slice(0, -1))
    await callInPage(page, 'probe', 'idle')
    return showText(page, undefined, [...text.slice(-1)], `${IN_TAB} .found`, '\\d')
  },
  csv: (page: RawCdpPage) => saveFile(page, `${IN_TAB} [aria-label=CSV]`),
  async excel(page: RawCdpPage) {
    await showText(page, [`${IN_TAB} [title=Vista]`], ['Enter'], `${IN_TAB} .popup-content`, 'Excel')
    return saveFile(page, '[role=menuitem]', 'Descargar para Excel')
  },
  /** Opens the details of a row, from lists that those of another row have loaded. */
  async panel(page: RawCdpPage) {
    const fields = '.detail-panel .detail-fields'
    await showText(page, [FIRST_ROW], ['Enter'], fields, COMPLETE)
    const time = await showText(page, [`${FIRST_ROW}:nth-child(2)`], ['Enter'], fields, COMPLETE)
    await showText(page, ['.detail-panel button'], ['Escape'], fields, NOTHING)
    return time
  },
  async summary(page: RawCdpPage) {
    const groups = '.summary-dialog tbody'
    const time = await showText(page, [`${IN_TAB} [title=Resumen]`], ['Enter'], groups, '\\d')
    await showText(page, ['.summary-dialog select'], ['Escape'], groups, NOTHING)
    return time
  },
  /** Copies all rows that a search finds. */
  async copy(page: RawCdpPage, text: string) {
    await jobs.search(page, text)
    await showText(page, [SEARCH_FIELD], ['Control+Enter'], `${IN_TAB} .receipt`, 'elegidos')
    return showText(page, [FIRST_ROW], ['Control+c'], '.toast-area', 'Se copiaron')
  },
}

/** Presses keys in an element, or in the focused one, and waits until another text is in an element. */
async function showText(
  page: RawCdpPage,
  focus: readonly [selector: string] | undefined,
  keys: readonly string[],
  shown: string,
  pattern: string,
): Promise<number> {
  if (focus) await callInPage(page, 'probe', 'focus', ...focus)
  await callInPage(page, 'probe', 'expectText', shown, pattern)
  await page.press(...keys)
  return callInPage(page, 'probe', 'resultAfterKey')
}

async function saveFile(page: RawCdpPage, ...focus: readonly [selector: string, text?: string]): Promise<number> {
  await callInPage(page, 'probe', 'focus', ...focus)
  await callInPage(page, 'probe', 'expectFile')
  await page.press('Enter')
  return callInPage(page, 'probe', 'resultAfterKey')
}
