import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { runGroup } from './process-group'

let cwd: string
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'canje-group-'))
})

async function script(name: string, text: string): Promise<string> {
  const path = join(cwd, name)
  await writeFile(path, text)
  return path
}
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('ends what a script leaves running', async () => {
  const child = await script('left.cjs', 'setTimeout(() => {}, 60_000)')
  const parent = await script(
    'leaves.cjs',
    `const { pid } = require('child_process').spawn(process.execPath, [${JSON.stringify(child)}], { stdio: 'ignore' });
     require('fs').writeFileSync('left', String(pid)); process.exit(3)`,
  )
  const { signal } = new AbortController()
  expect(await runGroup(parent, [], { cwd, stop: signal })).toBe(3)
  const pid = Number(await readFile(join(cwd, 'left'), 'utf8'))
  await expect.poll(() => isRunning(pid)).toBe(false)
})

it('ends every process that a stopped script has started, also one that ignores the signal', async () => {
  const child = await script(
    'child.cjs',
    `process.on('SIGINT', () => {}); require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1e6)`,
  )
  const parent = await script(
    'parent.cjs',
    `require('child_process').spawn(process.execPath, [${JSON.stringify(child)}]); process.on('SIGINT', () => process.exit())`,
  )
  const stop = new AbortController()
  const running = runGroup(parent, [], { cwd, stop: stop.signal })
  const pidOf = async () => Number(await readFile(join(cwd, 'pid'), 'utf8').catch(() => ''))
  await expect.poll(pidOf).toBeGreaterThan(0)
  stop.abort(new Error('stopped'))
  await expect(running).rejects.toThrow('stopped')
  const pid = await pidOf()
  await expect.poll(() => isRunning(pid)).toBe(false)
})
