import type { ReleaseManifest } from '@canje/registry'
import type { Package } from '../project/project'

/** Where an operator lists remotes. */
export const MENU_FILE = '"remotes" of its config.json, or for npm start in remotes.json of DATA_DIR'

/** What a build asks operators for. */
export type Asking = Pick<ReleaseManifest, 'name' | 'proposedTab' | 'extensions' | 'connect'>

/** What a package.json or a build proposes to operators (D43, operator's menu), not validated yet. */
export type Proposed = Pick<Package, 'name' | 'tab' | 'slots' | 'connect' | 'settings'>

/** What a build proposes. */
export function proposedBy({ name, proposedTab, extensions = [], connect }: Asking): Proposed {
  return { name, tab: proposedTab, slots: extensions.map(({ slot }) => slot), connect }
}
