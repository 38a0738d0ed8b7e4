import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { findChromium } from './chromium'

vi.mock(import('node:fs'), async (original) => ({ ...(await original()), existsSync: () => true }))
vi.mock(import('../child'), async (original) => ({ ...(await original()), runChild: vi.fn() }))
vi.mock('@playwright/test', () => ({ chromium: { executablePath: () => '/nowhere/chromium' } }))

const { signal } = new AbortController()
let folder: string
let laterFolder: string

beforeAll(async () => {
  folder = await folderWith('google-chrome')
  laterFolder = await folderWith('chromium-headless-shell')
})
afterAll(() => Promise.all([folder, laterFolder].map((path) => rm(path, { recursive: true }))))

/** A folder as in PATH, with one program. */
async function folderWith(program: string): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'canje-chromium-'))
  await writeFile(join(path, program), '')
  await chmod(join(path, program), 0o755)
  return path
}

it('takes the one that CHROMIUM_PATH names', async () => {
  expect(await findChromium({ CHROMIUM_PATH: process.execPath, PATH: folder }, signal)).toBe(process.execPath)
})

it('does not look further when CHROMIUM_PATH is wrong', async () => {
  await expect(findChromium({ CHROMIUM_PATH: '/no/such/file', PATH: folder }, signal)).rejects.toThrow(
    'CHROMIUM_PATH is /no/such/file, which is not a program',
  )
})

it('takes the system’s when Playwright has none', async () => {
  expect(await findChromium({ PATH: `/nowhere:${folder}` }, signal)).toBe(join(folder, 'google-chrome'))
})

it('prefers one without a window, wherever it is', async () => {
  const found = await findChromium({ PATH: `${folder}:${laterFolder}` }, signal)
  expect(found).toBe(join(laterFolder, 'chromium-headless-shell'))
})

it('installs one with standard output left to whoever called', async () => {
  vi.spyOn(process, 'getuid').mockReturnValue(0)
  const print = vi.spyOn(console, 'log')
  const complain = vi.spyOn(console, 'error').mockReturnValue()
  await expect(findChromium({ PATH: '/nowhere' }, signal)).rejects.toThrow('There is no Chromium')
  expect(complain).toHaveBeenCalledWith(expect.stringContaining('Installing Chromium'))
  expect(print).not.toHaveBeenCalled()
})
