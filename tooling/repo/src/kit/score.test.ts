import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChild } from '@canje/cli/project'
import { expect, it } from 'vitest'
import { BUGS, createTabs } from './score'

it('has 66 bugs, each a change of a tab that npm create makes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'canje-bugs-'))
  createTabs(folder)
  const patches = (await readdir(BUGS)).map((file) => join(BUGS, file))
  expect(patches).toHaveLength(66)
  for (const patch of patches)
    expect(await runChild('git', ['apply', '--check', patch], { cwd: folder })).toEqual({ code: 0, output: '' })
})
