import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { run } from './dev'

it('says why a folder with a tab is not a remote', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'canje-dev-'))
  const manifest = { name: 'premios', version: '1.0.0', canje: { tab: {} } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  onTestFinished(() => void vi.restoreAllMocks())
  await expect(run([], new AbortController().signal)).rejects.toThrow(
    `${folder} is not a remote: the name "premios" does not begin with mf-.`,
  )
})
