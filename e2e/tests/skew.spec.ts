import type { Release } from '@canje/registry'
import type { Page } from '@playwright/test'
import { type ContractSite, serveContracts, stubServices } from '../support/contract-site'
import { CONTRACT_VERSIONS, type ContractName, type ContractVersion, REMOTE } from '../support/contract-versions'
import { test as faultTest, makeLive, waitForFailure } from '../support/faults'
import { expect, loadedPanel, openMain, test } from '../support/test'

/** The shells in which each version of the remote works: docs/contract.md, "Versions side by side". */
const WORKS: Record<ContractName, ContractName[]> = {
  'N-2': ['N-2', 'N-1'],
  'N-1': ['N-1', 'N'],
  N: ['N'],
}
const REFUSED_BY_SHELL = /It was built for another shell: shared-auth \S.* is required, the shell provides \d/
const REFUSED_BY_RUNTIME = /shared singleton module shared-auth does not satisfy the requirement/
const REPORTED = /^Canje: .*"type":"(tab-failed|fallback)"/

// A remote for an earlier contract, in the shell of today: upgrade.spec.ts.
faultTest(
  'a remote for a later contract is refused by the shell, and by the runtime if it states no requirement; the previous release is shown',
  async ({ page, origin, releases: { store }, allowConsoleErrors }) => {
    allowConsoleErrors(REFUSED_BY_SHELL, REFUSED_BY_RUNTIME)
    // Its tab imports the contract itself.
    const good = store.liveOf('mf-codes')
    const contract = good.release.requires['shared-auth'] ?? ''
    const later = await store.publishDerived('mf-codes', '1.4.0', (text) => text.replaceAll(contract, '^99.0.0'))
    const reasons: string[] = []
    page.on('console', (message) => reasons.push(message.text()))
    const expectRefusal = async (reason: RegExp) => {
      await waitForFailure(page, 'No se pudo mostrar la pestaña Codigos')
      await expect.poll(() => reasons.some((text) => reason.test(text))).toBe(true)
    }
    const reopen = async () => {
      // On a busy machine, the last good state would be used before the response.
      await page.evaluate(() => localStorage.clear())
      await page.reload()
    }

    makeLive(origin, later, [])
    await openMain(page, '/main?tab=codigos')
    await expectRefusal(REFUSED_BY_SHELL)
    await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeVisible()

    makeLive(origin, later, [good])
    await reopen()
    await loadedPanel(page, 'Codigos')
    await expect(page.locator('[data-release="mf-codes@1.0.0"]')).toBeVisible()

    // Without `requires`, the shell checks nothing and the runtime refuses.
    makeLive(origin, { ...later, release: { ...later.release, requires: {} } }, [])
    await reopen()
    await expectRefusal(REFUSED_BY_RUNTIME)
  },
)

test.describe('every two versions', { tag: '@long' }, () => {
  // One worker, so that the builds are made once and the table is complete.
  test.describe.configure({ mode: 'default' })

  let site: ContractSite
  const table: Record<string, Record<string, Outcome>> = {}

  test.beforeAll(async () => {
    test.setTimeout(1_200_000)
    site = await serveContracts(CONTRACT_VERSIONS)
  })
  test.afterAll(async () => {
    console.table(table)
    await site.close()
  })

  type Outcome = 'works' | 'refused'

  /** Loads the shell and opens the tab. */
  async function open(page: Page, shell: ContractName, live: Release, previous: Release[] = []): Promise<Outcome> {
    await site.register(page, { name: REMOTE, live, previous })
    await page.goto(`${site.at(shell).shellUrl}/main?tab=usuarios`)
    const row = page.getByRole('cell', { name: 'Ana' })
    await expect(row.or(failureIn(page))).toBeVisible()
    return (await row.isVisible()) ? 'works' : 'refused'
  }

  function failureIn(page: Page) {
    return page.getByRole('heading', { name: 'No se pudo mostrar la pestaña Usuarios' })
  }

  test('the test versions follow the versioning rules of the contract', async () => {
    // Loaded here, because Playwright loads each spec in every run.
    const { apiReport, versionFinding } = await import('@canje/shared-auth/api-report')
    const reported = site.copies.map(({ root, version }) => ({ version, report: apiReport(`${root}/shared-auth`) }))
    for (const [index, { version, report }] of reported.entries()) {
      const before = reported[index - 1]
      if (!before) continue
      expect(versionFinding(before, { version, report })).toBeUndefined()
      expect(versionFinding(before, { version: before.version, report })).toContain(`must be ${version} or newer`)
    }
  })

  for (const remote of CONTRACT_VERSIONS) {
    for (const shell of CONTRACT_VERSIONS) {
      const expected = WORKS[remote.name].includes(shell.name) ? 'works' : 'refused'
      const verb = expected === 'works' ? 'works' : 'is refused'
      test(`a remote for ${remote.range} ${verb} in a shell with ${shell.version}`, async ({
        page,
        allowConsoleErrors,
      }) => {
        const { release } = site.at(remote.name)
        const reasons: string[] = []
        page.on('console', (message) => reasons.push(message.text()))
        const expectReason = (reason: RegExp) => expect.poll(() => reasons.some((text) => reason.test(text))).toBe(true)
        if (expected === 'refused') allowConsoleErrors(REFUSED_BY_SHELL, REFUSED_BY_RUNTIME, REPORTED)
        await stubServices(page)
        // On a busy machine, the last good state would be used before the response.
        await page.addInitScript(() => localStorage.clear())

        const outcome = await open(page, shell.name, release)
        note(remote, shell, outcome)
        expect(outcome).toBe(expected)
        if (outcome === 'works') {
          const bar = page.getByRole('region', { name: 'Vista de Usuarios' })
          await expect(bar).toHaveCount(1)
          await expectPanel(page)
          return
        }
        await expectReason(REFUSED_BY_SHELL)
        await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
        await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeVisible()

        const last = site.at(shell.name).release
        expect(await open(page, shell.name, release, [last])).toBe('works')
        await expect(page.locator(`[data-release="${REMOTE}@${last.version}"]`)).toBeVisible()

        // Without `requires`, the shell checks nothing and the runtime refuses.
        expect(await open(page, shell.name, { ...release, requires: {} })).toBe('refused')
        await expectReason(REFUSED_BY_RUNTIME)
      })
    }
  }

  /** A name opens a panel, which is a slot of the shell. */
  async function expectPanel(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Ana', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'Ana', level: 3 })).toBeVisible()
  }

  function note(remote: ContractVersion, shell: ContractVersion, outcome: Outcome): void {
    const row = `remote ${remote.name}: ${remote.range}`
    table[row] = { ...table[row], [`shell ${shell.name}: ${shell.version}`]: outcome }
  }
})
