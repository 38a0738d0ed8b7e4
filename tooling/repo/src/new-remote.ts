import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CommandError, findRemotes } from '@canje/cli/project'
import { type NewTab, newTab, problemsOf, renderTemplate } from '@canje/create-tab'
import { isConfusable, Tab } from '@canje/registry'
import * as v from 'valibot'
import { ROOT } from './workspace'

/**
 * Creates a remote from the template, as the last tab. No other file of the repository changes.
 *
 * @param name of its folder, such as `mf-premios`
 * @param label of its tab, such as `Premios`
 * @param kind what its tab shows: `table`, `form` or `chart`
 * @throws CommandError with every reason to refuse; nothing is written then
 */
export function createRemote(name: string, label: string, root = ROOT, kind?: string): NewTab {
  const tabs = findRemotes(root).flatMap(({ tab }) => (v.is(Tab, tab) ? tab : []))
  const remote = newTab(name, label, Math.max(0, ...tabs.map(({ order }) => order)) + 1, kind)
  const problems = [
    ...problemsOf(remote),
    ...(existsSync(join(root, name)) ? [`${name} already exists: choose another name.`] : []),
    ...tabs
      .filter((tab) => isConfusable(tab, remote))
      .map(({ id }) => `"${remote.id}" looks like the tab "${id}": choose another label.`),
  ]
  if (problems.length > 0) throw new CommandError(problems.join('\n'))
  writeTab(root, remote, 'repository')
  return remote
}

/**
 * Writes the files of a new tab into its folder.
 *
 * @param root absolute path of the folder around it
 * @param place where the tab is developed
 */
export function writeTab(root: string, tab: NewTab, place: Parameters<typeof renderTemplate>[1]): void {
  for (const [path, text] of renderTemplate(tab, place)) {
    const file = join(root, tab.name, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
