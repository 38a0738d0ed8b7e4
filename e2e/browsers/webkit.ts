import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import getPort from 'get-port'
import { type Engine, NotInstalled } from './engine'
import { WebDriver } from './webdriver'

const PACKAGES = 'webkit2gtk-driver xvfb'
const SCREEN = ['--auto-servernum', '--server-args=-screen 0 1366x900x24']

/**
 * WebKitGTK's MiniBrowser, over WebDriver. Each window has a driver and a virtual screen of its own: a driver hangs after some
 * sessions.
 */
export async function openWebKit(): Promise<Engine> {
  const browser = miniBrowser()
  if (!browser) throw new NotInstalled('WebKitGTK', PACKAGES)
  const options = { binary: browser, args: ['--automation'] }
  const capabilities = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options }
  return {
    async open() {
      const port = await getPort()
      const child = spawn('xvfb-run', [...SCREEN, 'WebKitWebDriver', `--port=${port}`], {
        env: { ...process.env, LANG: 'es_CO.UTF-8', WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
        detached: true,
        stdio: 'ignore',
      })
      const driver = new WebDriver(`http://127.0.0.1:${port}`)
      await started(child, driver)
      const window = await driver.open(capabilities)
      return {
        ...window,
        async close() {
          try {
            await window.close()
          } finally {
            // The process of xvfb-run is the first of a group.
            if (child.pid) process.kill(-child.pid)
          }
        },
      }
    },
    close: async () => undefined,
  }
}

/** Debian installs it in a folder per architecture and version. */
function miniBrowser(): string | undefined {
  const below = (folder: string) => readdirSync(folder).map((name) => join(folder, name))
  const folders = below('/usr/lib')
    .filter((folder) => folder.endsWith('-linux-gnu'))
    .flatMap(below)
  return folders.map((folder) => join(folder, 'MiniBrowser')).find((file) => existsSync(file))
}

async function started(child: ChildProcess, driver: WebDriver): Promise<void> {
  let ended: string | undefined
  child.once('error', () => (ended = 'xvfb-run is not there'))
  child.once('exit', (code) => (ended = `WebKitWebDriver ended with code ${code}`))
  while (!(await driver.isReady())) {
    if (ended) throw new NotInstalled(`WebKitGTK's driver (${ended})`, PACKAGES)
    await setTimeout(50)
  }
}
