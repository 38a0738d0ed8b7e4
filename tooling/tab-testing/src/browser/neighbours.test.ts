import { join } from 'node:path'
import { findChromium } from '@canje/cli/project/test-runner'
import { chromium } from '@playwright/test'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openNeighbours, requireShown, serveNeighbours } from './neighbours'
import { provideSite } from './site'

const { signal } = new AbortController()
const FOLDER = join(import.meta.dirname, '../../../../mf-codes')

it.each([
  ['a name that no remote has', ['mf-nobody'], /The neighbour mf-nobody is no remote of .*, which has mf-codes, mf-/],
  ['a shell that does not answer', 'live', /^The shell at http:\/\/localhost:9\/ cannot be read: /],
] as const)('names %s', async (_, neighbours, message) => {
  vi.stubEnv('RELEASE_SHELLS', 'http://ana:secret@localhost:9')
  const { url, close } = await serveNeighbours(FOLDER, signal)
  onTestFinished(close)
  provideSite({ tab: {} as never, other: {} as never, shell: '', neighbours: url })
  const opening = openNeighbours(neighbours, '')
  await expect(opening).rejects.toThrow(message)
  await expect(opening).rejects.not.toThrow(/secret/)
})

it('asks for RELEASE_SHELLS', async () => {
  vi.stubEnv('RELEASE_SHELLS', '')
  await expect(openNeighbours('live', '')).rejects.toThrow(/^RELEASE_SHELLS is not set: /)
})

it('names what a page shows in place of a neighbour', async () => {
  const browser = await chromium.launch({ executablePath: await findChromium(process.env, signal) })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await requireShown(page)
  await page.setContent('<p>No se pudo mostrar este contenido de Usuarios</p>')
  await expect(requireShown(page)).rejects.toThrow(
    'A neighbour, or the tab, did not load: the page shows "No se pudo mostrar este contenido de Usuarios".',
  )
})
