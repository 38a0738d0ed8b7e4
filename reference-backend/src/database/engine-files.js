// The file functions of the engine, in the thread that loads this module. They keep its files for their owner: its modes
// let other users of the machine read and change them, whatever the umask. And they end the thread when the file system
// refuses to write: the engine would never return from a failed write of its log. The log restores the data.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { parentPort } from 'node:worker_threads'

const OWNER_ONLY = 0o700
/** What the engine expects of a path: whether a file exists, and too many open files, of which it closes some. */
const EXPECTED = ['ENOENT', 'EEXIST', 'EMFILE', 'ENFILE']
const { chmodSync, fchmodSync, mkdirSync, openSync, writeFileSync, writeSync } = fs

Object.assign(fs, {
  chmodSync: (path, mode) => chmodSync(path, mode & OWNER_ONLY),
  fchmodSync: (file, mode) => fchmodSync(file, mode & OWNER_ONLY),
  mkdirSync: (path, options) => mkdirSync(path, withMode(options, 0o700)),
  openSync: (path, flags, mode = 0o600) => openSync(path, flags, mode & OWNER_ONLY),
  writeFileSync: (file, data, options) => writeFileSync(file, data, withMode(options, 0o600)),
  writeSync: writeAll,
})
for (const name of ['closeSync', 'fchmodSync', 'ftruncateSync', 'writeSync']) fs[name] = endingOnRefusal(fs[name], [])
for (const name of ['chmodSync', 'mkdirSync', 'openSync', 'renameSync', 'truncateSync', 'unlinkSync', 'writeFileSync'])
  fs[name] = endingOnRefusal(fs[name], EXPECTED)
syncBuiltinESMExports()

/** Writes the rest of a write that a full disk cuts short, which reports why. */
function writeAll(file, data, offset, length, position) {
  const written = writeSync(file, data, offset, length, position)
  return written < length
    ? written + writeAll(file, data, offset + written, length - written, position + written)
    : written
}

function endingOnRefusal(operation, expected) {
  return (...parameters) => {
    try {
      return operation(...parameters)
    } catch (error) {
      if (!expected.includes(error.code)) {
        parentPort.postMessage({ kind: 'failed', code: error.code, reason: error.message })
        process.exit()
      }
      throw error
    }
  }
}

/** The options of a function that creates a file or folder, with this mode. */
function withMode(options, mode) {
  if (typeof options === 'string') return { encoding: options, mode }
  return typeof options === 'object' ? { ...options, mode } : { mode }
}
