import type { StagedTab } from '@canje/cli/release/tab-in-shell'
import { expect, type Locator, type Page } from '@playwright/test'
import type { FaultProxy, RecordedRequest } from '../fault-proxy'
import type { Answer, BrowserEvents } from './browser-events'
import { API_FAILED, RESOURCE_FAILED } from './console'
import { type Credentials, type DownloadedFile, dataRows, download, goToMain, submitLogin, toast } from './page'

/** A response to inject: a closed connection, a page of HTML, half a JSON, none until the end of the fault, or a status. */
export type Fault = keyof typeof FAULTS | number

const FAULTS = {
  reset: (api: FaultProxy, endpoint: string) => void api.drop(endpoint),
  html: (api: FaultProxy, endpoint: string) =>
    api.respond(endpoint, '<!doctype html><title>Bienvenido</title>', { contentType: 'text/html' }),
  truncated: (api: FaultProxy, endpoint: string) => api.respond(endpoint, '{"data":[{"id":1}'),
  hold: (api: FaultProxy, endpoint: string) => api.hold(endpoint),
}

/** Instead of the tab. */
const FAILURE = /No se pudo mostrar la pestaña/

/** The tab under test in a page of the shell. Playwright's own calls work on {@link page} and every locator. */
export interface Tab {
  page: Page
  /** The name of its remote, such as `mf-premios`. */
  remote: string
  /**
   * What the tab shows.
   * @example await expect(tab.panel.getByLabel('Nombre')).toBeVisible()
   */
  panel: Locator
  /**
   * The rows of its table with data.
   * @example await expect(tab.rows).toHaveCount(10)
   */
  rows: Locator
  /**
   * The texts of a column on this page of the table, from top to bottom.
   * @example await expect.poll(() => tab.column('Nombre')).toContain('Ana')
   */
  column(header: string): Promise<string[]>
  /**
   * A button, by its whole name.
   * @example await tab.button('Refrescar').click()
   */
  button(name: string): Locator
  /**
   * Types a text into the search field of its table.
   * @example await tab.search('ana')
   */
  search(text: string): Promise<void>
  /**
   * The toast with a text.
   * @example await expect(tab.toast('error al ejecutar la peticion')).toBeVisible()
   */
  toast(text: string): Locator
  /**
   * Downloads a file and reads it. A download outside of it fails the test.
   * @example const { filename, text } = await tab.download(() => tab.button('CSV').click())
   */
  download(press: () => Promise<unknown>): Promise<DownloadedFile>
  /**
   * Accepts the browser's own dialog, or answers it by a text, or refuses it by `false`, and returns its words. A dialog
   * outside of it is refused and fails the test.
   * @example expect(await tab.dialog(() => tab.button('Borrar').click(), false)).toBe('¿Borrar?')
   */
  dialog(press: () => Promise<unknown>, answer?: Answer): Promise<string>
  /**
   * Returns the page of a window that the tab opens. A window outside of it fails the test.
   * @example await expect(await tab.popup(() => tab.button('Ayuda').click())).toHaveURL(/ayuda/)
   */
  popup(press: () => Promise<unknown>): Promise<Page>
  /**
   * Chooses files, by their paths, in the file chooser that the tab opens. A file chooser outside of it fails the test.
   * @example await tab.chooseFiles(['tests/codes.csv'], () => tab.button('Importar').click())
   */
  chooseFiles(files: string[], press: () => Promise<unknown>): Promise<void>
  /**
   * Injects a fault into the responses of an endpoint, or of a URL at a further origin, and returns what ends it. Its console errors are allowed.
   * @example const recover = tab.fault('SelectUsers', 'reset')
   */
  fault(endpoint: string, fault: Fault): () => void
  /**
   * The requests to an endpoint so far, the oldest first.
   * @example expect(tab.requests('InsertCodes')).toHaveLength(1)
   */
  requests(endpoint: string): RecordedRequest[]
  /**
   * Opens the tab again, with the parameters of a view.
   * @example await tab.open('q=ana')
   */
  open(params?: string): Promise<void>
  /**
   * Signs in through the login screen, as after the end of a session.
   * @example await tab.signIn()
   */
  signIn(): Promise<void>
}

interface OpenedTab {
  page: Page
  /** URL of the shell. */
  shell: string
  account: Credentials
  token: string
  release: StagedTab['published']
  infoApi: FaultProxy
  allowConsoleErrors: (...patterns: RegExp[]) => void
  events: BrowserEvents
}

/**
 * Opens a tab with a session, and waits until it is shown.
 *
 * @throws Error with the text in its place
 */
export async function openTab({
  page,
  shell,
  account,
  token,
  release: { name, release, tab: listed },
  infoApi,
  allowConsoleErrors,
  events,
}: OpenedTab): Promise<Tab> {
  const { id, label } = listed
  const panel = page.getByRole('tabpanel', { name: label, exact: true })
  const waitUntilShown = async () => {
    const shown = page.locator(`[data-release="${name}@${release.version}"]`)
    const failure = page.getByText(FAILURE)
    await expect(shown.or(failure).first()).toBeAttached()
    if ((await failure.count()) === 0) return
    const text = await failure.first().textContent()
    throw new Error(`${name} ${release.version} does not render in the shell at ${shell}: the page shows "${text}".`)
  }

  const tab: Tab = {
    page,
    remote: name,
    panel,
    rows: dataRows(panel).filter({ hasText: /\S/ }),
    async column(header) {
      const headers = await panel.getByRole('columnheader').allTextContents()
      const index = headers.indexOf(header)
      if (index === -1) throw new Error(`The table has no column '${header}'. Its columns are: ${headers.join(', ')}.`)
      return dataRows(panel)
        .locator(`td:nth-child(${index + 1})`)
        .allTextContents()
    },
    button: (text) => panel.getByRole('button', { name: text, exact: true }),
    search: (text) => panel.getByLabel(/^Buscar en /).fill(text),
    toast: (text) => toast(page, text),
    // Of a file that opens in a window, the browser reports both.
    download: (press) => events.expecting(['download', 'popup'], () => download(page, press)),
    async dialog(press, answer) {
      const [dialog] = await events.expecting(
        ['dialog'],
        () => Promise.all([page.waitForEvent('dialog'), press()]),
        answer,
      )
      return dialog.message()
    },
    async popup(press) {
      const [popup] = await events.expecting(['popup'], () => Promise.all([page.waitForEvent('popup'), press()]))
      return popup
    },
    async chooseFiles(files, press) {
      const [chooser] = await events.expecting(['filechooser'], () =>
        Promise.all([page.waitForEvent('filechooser'), press()]),
      )
      await chooser.setFiles(files)
    },
    fault(endpoint, fault) {
      allowConsoleErrors(RESOURCE_FAILED, API_FAILED, new RegExp(`^${endpoint}: `))
      const release = typeof fault === 'number' ? infoApi.fail(endpoint, fault) : FAULTS[fault](infoApi, endpoint)
      return release ?? (() => void infoApi.recover(endpoint))
    },
    requests: (endpoint) => infoApi.requests(endpoint),
    async open(params) {
      await page.goto('about:blank')
      await page.goto(`/main?tab=${id}${params ? `#${params}` : ''}`, { waitUntil: 'domcontentloaded' })
      await waitUntilShown()
    },
    async signIn() {
      await submitLogin(page, account)
      await waitUntilShown()
    },
  }
  await goToMain(page, token, `/main?tab=${id}`, account.username)
  await waitUntilShown()
  return tab
}
