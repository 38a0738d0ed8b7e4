import { randomUUID } from 'node:crypto'

/** Names a file in the folder of a remote that becomes another one when it is complete. */
export function temporaryName(): string {
  return `.${randomUUID()}.part`
}

/** Whether a path of a store is that of a running command, or was left by an interrupted one. */
export function isTemporary(path: string): boolean {
  return /^[^/]+\/\.[\da-f-]{36}\.part$/.test(path)
}
