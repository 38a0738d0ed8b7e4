import { mkdir, mkdtemp, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeBuild } from '@canje/release-store/testing'
import { expect, it, vi } from 'vitest'
import { releaseKeyOf } from './data-directory'
import { releaseBuilds } from './releases'

vi.mock(import('./data-directory'), { spy: true })

it('names the disk that is full', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'canje-start-'))
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  vi.mocked(releaseKeyOf).mockRejectedValueOnce(full)
  const directory = join(folder, 'mf-codes')
  await mkdir(directory)
  await rename(await writeBuild(folder, { version: '1.0.0', build: 'b1.0.0' }), join(directory, 'dist'))
  const remote = { name: 'mf-codes', version: '1.0.0', directory, tab: {} }
  await expect(releaseBuilds(folder, [remote])).rejects.toThrow(
    `Cannot release into DATA_DIR: the disk of ${folder} is full`,
  )
})
