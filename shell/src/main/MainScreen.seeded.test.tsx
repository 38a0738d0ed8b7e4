import { setSpanishLocale } from '@canje/shared-ui/primereact'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createRemotes } from '../remotes'
import { startTestStore, type TestStore, trusting } from '../testing/signed-states'
import { remote } from '../testing/test-remotes'
import { startTestShell, storeSession, type TestShell } from '../testing/test-shell'

const RUNS = process.env.LONG_TESTS ? 500 : 6
const TIMEOUT_MS = 600_000

const users = remote('usuarios')
const codes = remote('codigos')
const referrals = remote('referidos')

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '__proto__', '../a', '//e', ' '),
)
const url = fc.tuple(
  fc.constantFrom('', ' ', '\t'),
  fc.constantFrom('data:', 'javascript:', 'blob:', 'mailto:', 'file:', 'ftp:', 'about:', '', 'http:', 'https://a:b@c/'),
  fc.oneof(text, fc.constantFrom('text/javascript,alert(1)', '//remotes.example/a.js', 'ana@example.com')),
)
const odd = fc.oneof(text, fc.integer(), fc.constantFrom(null, [], {}, 2 ** 33, Number.MAX_SAFE_INTEGER, 1e308, -1e308))

/** Invalid or unusual fields of a release, as in a state edited by hand. */
const changes = fc.record(
  {
    entry: fc.oneof({ weight: 4, arbitrary: url.map((parts) => parts.join('')) }, { weight: 1, arbitrary: odd }),
    integrity: fc.oneof(odd, fc.dictionary(text, text)),
    preload: fc.oneof(odd, fc.array(text, { maxLength: 3 })),
    prefetch: fc.oneof(odd, fc.array(text, { maxLength: 3 })),
    requires: fc.oneof(odd, fc.dictionary(text, text)),
    builtAt: odd,
    version: odd,
    build: odd,
  },
  { requiredKeys: [] },
)
const release = fc.oneof(
  changes.map((changed) => ({ ...codes.live, ...changed })),
  url.map((parts) => ({ ...codes.live, entry: parts.join(''), preload: ['Tab.js'] })),
)

let shell: TestShell
let store: TestStore

beforeAll(setSpanishLocale)
beforeEach(async () => {
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  shell = await startTestShell()
  store = await startTestStore(users, referrals)
})
afterEach(async () => {
  await shell.close()
  await store.close()
  vi.restoreAllMocks()
})

it('opens every other tab whatever the releases of one remote contain', { timeout: TIMEOUT_MS }, async () => {
  let n = 0
  const property = fc.asyncProperty(release, fc.array(release, { maxLength: 2 }), async (live, previous) => {
    n += 1
    await store.release(n, { ...codes, live, previous })
    const remotesOfPage = createRemotes({
      storeUrl: store.url,
      authority: trusting(users, codes, referrals),
      loader: shell.loader,
    })
    storeSession()
    shell.open('/main?tab=usuarios', remotesOfPage)
    await opened('usuarios')
    await userEvent.click(screen.getByRole('tab', { name: 'codigos' }))
    await open('referidos')
  })
  const options = { seed: 20261121, numRuns: RUNS }
  await fc.assert(
    property.afterEach(() => {
      cleanup()
      localStorage.clear()
    }),
    options,
  )
})

async function open(id: string): Promise<void> {
  await userEvent.click(document.getElementById(`tab-${id}`) ?? document.body)
  await opened(id)
}

/** Fails at once when the error page has replaced the screen. */
async function opened(id: string): Promise<void> {
  const isOpen = () => document.getElementById(`panel-${id}`)?.hasAttribute('data-release') === true
  const hasFailed = () => screen.queryByText('No se pudo mostrar la aplicación') !== null
  await vi.waitFor(() => expect(isOpen() || hasFailed()).toBe(true), 15_000)
  expect(hasFailed()).toBe(false)
}
