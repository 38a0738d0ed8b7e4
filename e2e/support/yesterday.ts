import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { manageStaff } from '@canje/reference-backend/staff'
import { openDatabase } from '@canje/reference-backend/testing'
import { startBackend } from '@canje/tab-testing/browser'
import { test as base } from './own-backend'

const PASSWORD = 'demo-1234'
const DAY_MS = 86_400_000
/** Of the campaign's time zone. */
const OFFSET_MS = -5 * 3_600_000

/** Codes that an account other than `admin` created yesterday. */
export interface Batch {
  account: string
  names: readonly string[]
  /** As YYYY-MM-DD in the campaign's time zone. */
  day: string
}

/** Tests with {@link Batch} in a backend of their own: its account creates it, and then its time is changed in the database. */
export const test = base.extend<object, { batch: Batch; directory: string }>({
  directory: [
    async ({}, use) => {
      const directory = await mkdtemp(join(tmpdir(), 'yesterday-'))
      await use(directory)
      await rm(directory, { recursive: true })
    },
    { scope: 'worker' },
  ],
  batch: [
    async ({ seed, directory }, use) => {
      const account = 'eva'
      const database = { kind: 'embedded', directory } as const
      const backend = await startBackend('', { database, seed, admin: { user: account, password: PASSWORD } })
      await manageStaff(database, { action: 'add', username: 'admin', password: PASSWORD })
      const credentials = { username_input: account, password_input: PASSWORD }
      const token = await post(`${backend.securityUrl}/CreateToken`, credentials, '')
      const { codes } = await post(`${backend.apiUrl}/InsertCodes`, { prmnumber_codes: 50 }, token)
      await backend.close()

      const time = Date.now() - DAY_MS
      const opened = await openDatabase(database)
      const created_at = new Date(time).toISOString()
      const names = codes.map(({ name }: { name: string }) => name)
      await opened.updateTable('codes').set({ created_at }).where('name', 'in', names).execute()
      await opened.updateTable('staff_events').set({ occurred_at: created_at }).execute()
      await opened.destroy()
      await use({ account, names, day: new Date(time + OFFSET_MS).toISOString().slice(0, 10) })
    },
    { scope: 'worker' },
  ],
  backendOfWorker: [
    // After the batch, since a folder has one owner.
    async ({ seed, directory, batch: _ }, use) => {
      const database = { kind: 'embedded', directory } as const
      const backend = await startBackend(process.env.SHELL_URL ?? '', { database, seed })
      await use(backend)
      await backend.close()
    },
    { scope: 'worker' },
  ],
})

async function post(url: string, body: object, token: string) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()).data
}
