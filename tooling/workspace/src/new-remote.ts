import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { CommandError } from './command-error'
import { type NewRemote, renderTemplate } from './remote-template'
import { findRemotes, ROOT } from './workspace'

/** Lower-case words for folder names and URLs. */
const WORDS = /^[a-z\d]+(-[a-z\d]+)*$/

const Tab = v.object({ id: v.string(), order: v.number() })

/**
 * Creates a remote from the template, as the last tab. No other file of the repository changes.
 *
 * @param name of its folder, such as `mf-premios`
 * @param label of its tab, such as `Premios`
 * @throws CommandError with every reason to refuse; nothing is written then
 */
export function createRemote(name: string, label: string, root = ROOT): NewRemote {
  const tabs = findRemotes(root).map(({ tab }) => v.parse(Tab, tab))
  const remote = { name, label, id: tabId(label), order: Math.max(0, ...tabs.map(({ order }) => order)) + 1 }
  const problems = [
    (!name.startsWith('mf-') || !WORDS.test(name)) &&
      `"${name}" is not a valid name of a remote: use one like mf-premios.`,
    existsSync(join(root, name)) && `${name} already exists: choose another name.`,
    !WORDS.test(remote.id) && `"${label}" is not a valid label of a tab: use letters, digits and single spaces.`,
    tabs.some(({ id }) => id === remote.id) && `The tab "${remote.id}" already exists: choose another label.`,
  ].filter((problem) => problem !== false)
  if (problems.length > 0) throw new CommandError(problems.join('\n'))
  for (const [path, text] of renderTemplate(remote)) write(join(root, name, path), text)
  return remote
}

/** Converts `Puntos de venta` to `puntos-de-venta`. */
function tabId(label: string): string {
  const withoutAccents = label.normalize('NFD').replace(/\p{M}/gu, '')
  return withoutAccents.toLowerCase().replaceAll(' ', '-')
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
