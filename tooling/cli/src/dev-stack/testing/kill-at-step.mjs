/**
 * Preloaded into a process: kills it at a step, halfway through it. A step is a change to the file system, by the code
 * that works on the folder in `STEPS_IN`, or by the engine of the database. `KILL_AT` names thread and step, such as
 * `engine:12`; without it, the process counts its steps and writes them to `STEPS_FILE`.
 */
import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread, workerData } from 'node:worker_threads'

const { readdirSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } = fs
const { KILL_AT, STEPS_FILE, STEPS_IN } = process.env
const thread = workerData?.dataDirectory ? 'engine' : isMainThread || workerData?.database ? 'main' : undefined
let step = 0

/** What an interrupted change leaves, by its name; nothing for the others. */
const halves = {
  copyFile: (from, to) => writeHalf(to, readFileSync(from)),
  writeFile: (file, content) => writeHalf(file, Buffer.from(content)),
  writeFileSync: (file, content) => writeHalf(file, Buffer.from(content)),
  writeSync: (file, bytes, offset = 0, length = bytes.length, position = null) =>
    writeSync(file, bytes, offset, Math.floor(length / 2), position),
  rm: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() && removeHalf(path),
}

const changes = ['chmod', 'copyFile', 'link', 'mkdir', 'rename', 'rm', 'unlink', 'writeFile']
const engineChanges = ['ftruncateSync', 'mkdirSync', 'renameSync', 'unlinkSync', 'writeFileSync', 'writeSync']
if (thread === 'main') interrupt(promises, changes, (path) => String(path).startsWith(STEPS_IN))
if (thread === 'engine') interrupt(fs, engineChanges, () => true)
if (thread && STEPS_FILE) process.on('exit', () => step > 0 && writeFileSync(`${STEPS_FILE}.${thread}`, String(step)))

function interrupt(functions, names, counts) {
  for (const name of names) {
    const change = functions[name]
    functions[name] = (...args) => {
      if (counts(args[0]) && `${thread}:${step++}` === KILL_AT) {
        halves[name]?.(...args)
        process.kill(process.pid, 'SIGKILL')
      }
      return change.apply(functions, args)
    }
  }
  syncBuiltinESMExports()
}

function writeHalf(file, bytes) {
  writeFileSync(file, bytes.subarray(0, bytes.length / 2))
}

function removeHalf(folder) {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files.slice(0, files.length / 2)) rmSync(`${parentPath}/${name}`)
}
