import type { BackendOptions, ReferenceBackend } from '@canje/reference-backend'
import { createEmbeddedDatabase } from '@canje/reference-backend/testing'
import { startBackend } from '@canje/tab-testing/browser'
import { expect, type Locator, type Page } from '@playwright/test'
import { test as base, createToken, loadedPanel, openMain } from './test'

/** Unassigned codes before each test, more than one page. */
const UNASSIGNED = 15

interface WorkerFixtures {
  /** The rows of a new backend. */
  seed: BackendOptions['seed']
  backendOfWorker: ReferenceBackend
}

/** Tests that create and delete codes, with a backend of their own: other tests read the codes of the product. */
export const test = base.extend<{ backend: ReferenceBackend }, WorkerFixtures>({
  // The page's policy allows only the shell's own services.
  bypassCSP: true,
  backend: async ({ page, backendOfWorker }, use) => {
    await fillUp(page, backendOfWorker)
    await use(backendOfWorker)
  },
  seed: [{ users: 5, codes: 15, scores: 5, referrals: 4 }, { scope: 'worker' }],
  backendOfWorker: [
    async ({ seed }, use) => {
      const database = await createEmbeddedDatabase()
      try {
        const backend = await startBackend(process.env.SHELL_URL ?? '', {
          database: database.choice,
          seed,
          admin: { user: 'admin', password: 'demo-1234' },
        })
        await use(backend)
        await backend.close()
      } finally {
        await database.remove()
      }
    },
    { scope: 'worker' },
  ],
})

/** Creates the codes that an earlier test has deleted. */
async function fillUp(page: Page, backend: ReferenceBackend): Promise<void> {
  const colleague = await asColleague(page, backend)
  const missing = UNASSIGNED - (await colleague.list()).filter(({ userName }) => userName === null).length
  if (missing > 0) await colleague.create(missing)
}

/** A row of `SelectCodes`. */
export interface Code {
  id: number
  name: string
  userName: string | null
  used: 0 | 1
  date: string
}

export type Colleague = Awaited<ReturnType<typeof asColleague>>

/** The requests of a colleague, who uses another page. */
export async function asColleague(page: Page, backend: ReferenceBackend) {
  const headers = { Authorization: `Bearer ${await createToken(page, backend)}` }
  const send = async (path: string, data?: object) => {
    const method = data ? 'POST' : 'GET'
    const response = await page.request.fetch(`${backend.apiUrl}/${path}`, { method, headers, data })
    expect(response.ok()).toBe(true)
    return (await response.json()).data
  }
  return {
    send,
    create: async (count: number): Promise<Code[]> => (await send('InsertCodes', { prmnumber_codes: count })).codes,
    list: async (): Promise<Code[]> => (await send('SelectCodes')).data,
  }
}

/**
 * Opens Codigos with services other than the shell's.
 *
 * @param services URLs and other values that replace those of `/config.json`
 */
export async function openCodes(
  page: Page,
  services: { securityUrl: string; apiUrl: string; features?: readonly string[] },
): Promise<Locator> {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...services } })
  })
  await openMain(page, '/main?tab=codigos', services)
  return loadedPanel(page, 'Codigos')
}
