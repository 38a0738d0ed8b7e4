import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { findChromium } from './chromium'

vi.mock('@playwright/test', () => ({ chromium: { executablePath: () => '/nowhere/chromium' } }))

const { signal } = new AbortController()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-chromium-'))
  await writeFile(join(folder, 'google-chrome'), '')
  await chmod(join(folder, 'google-chrome'), 0o755)
})
afterAll(() => rm(folder, { recursive: true }))

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
