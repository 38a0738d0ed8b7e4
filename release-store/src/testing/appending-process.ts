/**
 * A process that appends to a list under a lock: `appending-process.ts <lock> <list> <name> <times> <last step>`.
 *
 * It prints `ready`, starts when it reads a line, and prints each entry it has added. It kills itself at the given step: a
 * step is the start or the end of a file system call. With -1 it runs to its end.
 */
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { withLock } from '../folder/lock'
import { injectFault } from './faults'

const [lock = '', list = '', name = '', times, lastStep] = process.argv.slice(2)
injectFault('kill', Number(lastStep))

writeSync(1, 'ready\n')
await once(process.stdin, 'data')
process.stdin.destroy()
for (let index = 0; index < Number(times); index++) {
  const entry = `${name}-${index}`
  await withLock(lock, async ({ assertHeld }) => {
    const text = await readFile(list, 'utf8')
    await setImmediate()
    await writeFile(`${list}.${name}`, `${text}${entry}\n`)
    await assertHeld()
    await rename(`${list}.${name}`, list)
    writeSync(1, `${entry}\n`)
  })
}
