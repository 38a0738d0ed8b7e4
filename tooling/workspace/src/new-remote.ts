import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { CommandError } from './command-error'
import { type NewRemote, renderTemplate } from './remote-template'
import { findRemotes, ROOT } from './workspace'

/** Lower case, for folders and addresses. */
const WORDS = /^[a-z\d]+(-[a-z\d]+)*$/

const Tab = v.object({ id: v.string(), order: v.number() })

/**
 * Creates a remote from the template, as the last tab. Nothing else of the repository changes.
 *
 * @param name of its folder, such as `mf-premios`
 * @param label of its tab, such as `Premios`
 * @throws CommandError with everything that stands in the way; nothing is written then
 */
export function createRemote(name: string, label: string, root = ROOT): NewRemote {
  const tabs = findRemotes(root).map(({ tab }) => v.parse(Tab, tab))
  const remote = { name, label, id: tabId(label), order: Math.max(0, ...tabs.map(({ order }) => order)) + 1 }
  const obstacles = [
    (!name.startsWith('mf-') || !WORDS.test(name)) && `"${name}" is no name of a remote: use one like mf-premios.`,
    existsSync(join(root, name)) && `${name} exists already: choose another name.`,
    !WORDS.test(remote.id) && `"${label}" is no label of a tab: use letters, digits and single spaces.`,
    tabs.some(({ id }) => id === remote.id) && `The tab "${remote.id}" exists already: choose another label.`,
  ].filter((obstacle) => obstacle !== false)
  if (obstacles.length > 0) throw new CommandError(obstacles.join('\n'))
  for (const [path, text] of renderTemplate(remote)) write(join(root, name, path), text)
  return remote
}

/** `Puntos de venta` is `?tab=puntos-de-venta`. */
function tabId(label: string): string {
  const withoutAccents = label.normalize('NFD').replace(/\p{M}/gu, '')
  return withoutAccents.toLowerCase().replaceAll(' ', '-')
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
