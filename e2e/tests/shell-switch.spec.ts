import { createPrivateKey } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChild } from '@canje/cli/project'
import { createKey, makeLive, openStore, publicKeyOf, publish } from '@canje/release-store'
import type { Page } from '@playwright/test'
import { caddy, isInstalled, nginx, type RunningServer, start } from 'deploy/testing'
import { buildOf } from '../support/builds'
import { STUBBED_SERVICES, stubServices } from '../support/contract-site'
import { expect, sampled, test } from '../support/test'

const PREVIOUS = fileURLToPath(new URL('../fixtures/product-0.9.tgz', import.meta.url))
const CORS = { 'access-control-allow-origin': '*' }
const DOCUMENTED = new URL('../../docs/operations.md', import.meta.url)

let folder: string
let running: RunningServer | undefined

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-switch-'))
  await shell('mkdir builds && tar -xzf "$0" -C builds && mv builds/shell builds/0.9.0', PREVIOUS)
  await cp(buildOf('shell'), join(folder, 'builds/1.0.0'), { recursive: true })
})
test.afterEach(async ({ context }) => {
  // Its pages would report requests that fail.
  await context.close()
  await running?.close()
  running = undefined
  await rm(folder, { recursive: true })
})

async function shell(script: string, ...args: string[]): Promise<void> {
  const { code, output } = await runChild('sh', ['-ec', script, ...args], { cwd: folder })
  expect(code, output).toBe(0)
}

/** Runs the documented commands. */
async function switchTo(build: string): Promise<void> {
  const [, commands = ''] = /```sh\n(build=[^`]*)```/.exec(await readFile(DOCUMENTED, 'utf8')) ?? []
  await shell(commands.replace(/^build=\S+/, `build=builds/${build}`))
}

for (const server of [nginx, caddy]) {
  const skip = !isInstalled(server)
  if (skip && process.env.CI) throw new Error(`${server.name} is not installed.`)

  test(
    `${server.name} switches to another shell and back, while pages of both stay open`,
    sampled(server === nginx),
    async ({ page, context, allowConsoleErrors }) => {
      test.skip(skip, `${server.name} is not installed (Debian: ${server.debianPackage}).`)
      allowConsoleErrors(/It was built for another shell/, /^Canje: .*"type":"fallback"/)
      const [store, key] = [join(folder, 'store'), createPrivateKey(createKey())]
      for (const dist of [join(folder, 'builds/mf-users'), buildOf('mf-users')])
        await makeLive(openStore(store), [await publish(openStore(store), dist)], key)
      // The second link is left from an interrupted switch.
      await shell('mkdir served-0 && ln -s served-0 shell && ln -s served-0 next')
      const config = join(folder, 'served-0/config.json')
      const registryUrl = 'http://remotes.test/registry.json'
      await writeFile(config, JSON.stringify({ ...STUBBED_SERVICES, registryUrl, registryKey: publicKeyOf(key) }))
      await switchTo('0.9.0')
      running = await start(server, folder, {
        SHELL_ROOT: join(folder, 'shell'),
        SHELL_NEXT: join(folder, 'builds/1.0.0'),
        SHELL_ORIGIN: '*',
        STORE_ROOT: store,
      })
      const origin = running.shell
      /** Opens a page of the present shell, in which a release of the tab works. */
      const open = async (opened: Page, version: string) => {
        await stubServices(opened)
        await opened.route('http://remotes.test/**', (route) =>
          route.fulfill({ path: join(store, new URL(route.request().url()).pathname), headers: CORS }),
        )
        await opened.goto(`${origin}/main`)
        await expect(opened.locator(`[data-release="mf-users@${version}"]`).getByText('Ana')).toBeVisible()
      }
      /** Loads a further chunk from the shell's origin; earlier shells call it csv. */
      const download = async (opened: Page, build: string) => {
        const chunk = opened.waitForResponse(/\/(csv|export)\.\w+\.js$/)
        const file = opened.waitForEvent('download')
        await opened.getByRole('button', { name: 'CSV' }).click()
        expect(await readdir(join(folder, 'builds', build))).toContain(basename((await chunk).url()))
        await file
      }

      await open(page, '0.9.0')
      await switchTo('1.0.0')
      const [today, afterRollBack] = [await context.newPage(), await context.newPage()]
      await open(today, '1.0.0')
      await download(page, '0.9.0')
      await switchTo('0.9.0')
      await open(afterRollBack, '0.9.0')
      await download(today, '1.0.0')
    },
  )
}
