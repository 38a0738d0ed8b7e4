import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it, vi } from 'vitest'
import { findChromium, installedChromium } from './chromium'

vi.mock(import('node:fs'), async (original) => ({ ...(await original()), existsSync: () => true }))
vi.mock(import('../child'), async (original) => ({ ...(await original()), runChild: vi.fn() }))
vi.mock('playwright-core', () => ({ chromium: { executablePath: () => '/nowhere/chromium' } }))

const { signal } = new AbortController()
let folder: string
let laterFolder: string

beforeAll(async () => {
  folder = await folderWith('google-chrome')
  laterFolder = await folderWith('chromium-headless-shell')
})

/** Creates a folder for PATH with one executable. */
async function folderWith(program: string): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'canje-chromium-'))
  await writeFile(join(path, program), '')
  await chmod(join(path, program), 0o755)
  return path
}

it('uses CHROMIUM_PATH, and no other one in place of a wrong path', async () => {
  expect(await findChromium({ CHROMIUM_PATH: process.execPath, PATH: folder }, signal)).toBe(process.execPath)
  await expect(findChromium({ CHROMIUM_PATH: '/no', PATH: folder }, signal)).rejects.toThrow('CHROMIUM_PATH is /no,')
})

it('uses the system’s Chromium when Playwright has none', async () => {
  expect(await findChromium({ PATH: `/nowhere:${folder}` }, signal)).toBe(join(folder, 'google-chrome'))
})

it('prefers a headless shell, in any folder of PATH', async () => {
  const found = await findChromium({ PATH: `${folder}:${laterFolder}` }, signal)
  expect(found).toBe(join(laterFolder, 'chromium-headless-shell'))
})

it('finds one that shows a window, when asked', async () => {
  expect(await installedChromium({ PATH: `${folder}:${laterFolder}` }, true)).toBe(join(folder, 'google-chrome'))
})

it('writes nothing to standard output when it installs one', async () => {
  vi.spyOn(process, 'getuid').mockReturnValue(0)
  const print = vi.spyOn(console, 'log')
  const printError = vi.spyOn(console, 'error').mockReturnValue()
  await expect(findChromium({ PATH: '/nowhere' }, signal)).rejects.toThrow('No Chromium was found')
  expect(printError).toHaveBeenCalledWith(expect.stringContaining('Installing Chromium'))
  expect(print).not.toHaveBeenCalled()
})
