// The engine gives its files modes that let other users of the machine read and change them, whatever the umask. This
// module keeps them for their owner, in the thread that loads it.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const OWNER_ONLY = 0o700
const { chmodSync, fchmodSync, mkdirSync, openSync, writeFileSync } = fs

Object.assign(fs, {
  chmodSync: (path, mode) => chmodSync(path, mode & OWNER_ONLY),
  fchmodSync: (file, mode) => fchmodSync(file, mode & OWNER_ONLY),
  mkdirSync: (path, options) => mkdirSync(path, withMode(options, 0o700)),
  openSync: (path, flags, mode = 0o600) => openSync(path, flags, mode & OWNER_ONLY),
  writeFileSync: (file, data, options) => writeFileSync(file, data, withMode(options, 0o600)),
})
syncBuiltinESMExports()

/** The options of a function that creates a file or folder, with this mode. */
function withMode(options, mode) {
  if (typeof options === 'string') return { encoding: options, mode }
  return typeof options === 'object' ? { ...options, mode } : { mode }
}
