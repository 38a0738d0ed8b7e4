import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

/** What happens at a step of a process. */
export type Fault = 'kill' | 'full disk'

/**
 * Lets this process die at a step, or fills its disk from there on. A step is the start or the end of a file system call
 * that changes something. A write or a deletion at that step is interrupted halfway.
 *
 * @param at with -1, nothing happens
 * @returns counts the steps so far
 */
export function injectFault(fault: Fault, at: number): () => number {
  let step = 0
  const die = () => process.kill(process.pid, 'SIGKILL')
  const isFull = () => fault === 'full disk' && at >= 0 && step > at
  aroundEachCall(async (name, args, call) => {
    if (name.startsWith('read') || name === 'stat') return call()
    if (step++ === at && fault === 'kill') {
      doHalf(name, args)
      die()
    }
    if (isFull() && isCreating(name, args)) throw noSpace(name)
    try {
      return await call()
    } finally {
      if (step++ === at && fault === 'kill') die()
    }
  })
  return () => step
}

/** Puts a function around the calls of the file system in this process. */
export function aroundEachCall(around: <R>(name: string, args: unknown[], call: () => Promise<R>) => Promise<R>): void {
  const inside =
    <A extends unknown[], R>(name: string, call: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      around(name, args, () => call(...args))
  Object.assign(fs, {
    cp: inside('cp', fs.cp),
    mkdir: inside('mkdir', fs.mkdir),
    open: inside('open', fs.open),
    readdir: inside('readdir', fs.readdir),
    readFile: inside('readFile', fs.readFile),
    rename: inside('rename', fs.rename),
    rm: inside('rm', fs.rm),
    rmdir: inside('rmdir', fs.rmdir),
    stat: inside('stat', fs.stat),
    utimes: inside('utimes', fs.utimes),
    writeFile: inside('writeFile', fs.writeFile),
  })
  syncBuiltinESMExports()
}

function doHalf(name: string, [path, content]: unknown[]): void {
  if (name === 'writeFile') {
    const bytes = Buffer.from(typeof content === 'string' ? content : new Uint8Array(Object(content)))
    writeFileSync(String(path), bytes.subarray(0, bytes.length / 2))
  }
  if (name !== 'rm' || !statSync(String(path), { throwIfNoEntry: false })?.isDirectory()) return
  const [first] = readdirSync(String(path), { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  if (first) rmSync(join(first.parentPath, first.name))
}

/** Renaming a file or opening it to read needs no room. */
function isCreating(name: string, [, flags]: unknown[]): boolean {
  return ['cp', 'mkdir', 'writeFile'].includes(name) || (name === 'open' && flags === 'wx')
}

function noSpace(name: string): Error {
  return Object.assign(new Error(`ENOSPC: no space left on device, ${name}`), { code: 'ENOSPC' })
}
