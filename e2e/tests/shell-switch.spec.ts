import { createPrivateKey } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { proposedListing, readPackage, runChild } from '@canje/cli/project'
import { readAuthority } from '@canje/registry'
import { createKey, makeLive, openStore, publicKeyOf, publish } from '@canje/release-store'
import type { Page } from '@playwright/test'
import { caddy, isInstalled, nginx, type RunningServer, start } from 'deploy/testing'
import { buildOf, hashOf } from '../support/builds'
import { STUBBED_SERVICES, stubServices } from '../support/stubbed-services'
import { expect, sampled, test } from '../support/test'

const CORS = { 'access-control-allow-origin': '*' }
const DOCUMENTED = new URL('../../docs/operations.md', import.meta.url)

let folder: string
let running: RunningServer | undefined

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-switch-'))
  const [build, next] = [join(folder, 'builds/1.0.0'), join(folder, 'builds/1.1.0')]
  await cp(buildOf('shell'), build, { recursive: true })
  await cp(build, next, { recursive: true, filter: (file) => !/\.(br|gz|map)$/.test(file) })
  for (const script of ['diagnosis', 'main']) await changeScript(next, build, script)
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

/** Changes a script in the copy of a build, and so its name and its hash in the files that load it. */
async function changeScript(build: string, source: string, name: string): Promise<void> {
  const script = (await readdir(build)).find((file) => file.startsWith(`${name}.`) && file.endsWith('.js')) ?? ''
  const [, id = ''] = script.split('.')
  const hashBefore = hashOf(await readFile(join(source, script), 'utf8'))
  await appendFile(join(build, script), "\nconsole.info('1.1.0')\n")
  const hash = hashOf(await readFile(join(build, script), 'utf8'))
  await rename(join(build, script), join(build, script.replace(id, `${id}1`)))
  for (const file of (await readdir(build)).filter((file) => /\.(js|html)$/.test(file))) {
    const loader = await readFile(join(build, file), 'utf8')
    await writeFile(join(build, file), loader.replaceAll(id, `${id}1`).replaceAll(hashBefore, hash))
  }
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
    async ({ page, context }) => {
      test.skip(skip, `${server.name} is not installed (Debian: ${server.debianPackage}).`)
      const [store, key] = [join(folder, 'store'), createPrivateKey(createKey())]
      const published = await publish(openStore(store), buildOf('mf-users'))
      // The second link is left from an interrupted switch.
      await shell('mkdir served-0 && ln -s served-0 shell && ln -s served-0 next')
      const config = join(folder, 'served-0/config.json')
      const operatorKeys = [publicKeyOf(key)]
      const remotes = { 'mf-users': proposedListing(readPackage(dirname(buildOf('mf-users'))), operatorKeys) }
      const settings = {
        ...STUBBED_SERVICES,
        storeUrl: 'http://remotes.test',
        storeId: 'store-1',
        operatorKeys,
        remotes,
      }
      await makeLive(openStore(store), published, key, { authority: readAuthority(settings) })
      await writeFile(config, JSON.stringify(settings))
      await switchTo('1.0.0')
      running = await start(server, folder, {
        SHELL_ROOT: join(folder, 'shell'),
        SHELL_NEXT: join(folder, 'builds/1.1.0'),
        SHELL_ORIGIN: '*',
        STORE_ROOT: store,
      })
      const origin = running.shell
      /** Opens a page of the present shell, in which the tab works. */
      const open = async (opened: Page) => {
        await stubServices(opened)
        await opened.route('http://remotes.test/**', (route) =>
          route.fulfill({ path: join(store, new URL(route.request().url()).pathname), headers: CORS }),
        )
        await opened.goto(`${origin}/main`)
        await expect(opened.getByRole('cell', { name: 'Ana' })).toBeVisible()
      }
      /** Loads a further chunk from the shell's origin, which only one build has. */
      const openDiagnosis = async (opened: Page, build: string) => {
        const chunk = opened.waitForResponse(/\/diagnosis\.\w+\.js$/)
        await opened.getByRole('button', { name: 'Vista' }).click()
        await opened.getByRole('menuitem', { name: 'Diagnóstico' }).click()
        const name = basename((await chunk).url())
        const builds = ['1.0.0', '1.1.0'].filter((one) => existsSync(join(folder, 'builds', one, name)))
        expect(builds).toEqual([build])
        await expect(opened.getByRole('textbox', { name: 'Diagnóstico' })).toHaveValue(/^Diagnóstico de Canje/)
      }

      await open(page)
      await switchTo('1.1.0')
      const [next, afterRollBack] = [await context.newPage(), await context.newPage()]
      await open(next)
      await openDiagnosis(page, '1.0.0')
      await switchTo('1.0.0')
      await open(afterRollBack)
      await openDiagnosis(next, '1.1.0')
    },
  )
}
