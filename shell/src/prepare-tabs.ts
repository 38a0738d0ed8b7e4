import type { Config } from './config'
import { firstRegistry } from './early-start/early-registry'

/** All that nobody needs before they sign in. */
export const importTabs = () => import(/* webpackChunkName: 'tabs' */ './tabs')

let config: Config | undefined
let isPrepared = false

/** Tells where the tabs come from; before it is known, there is nothing to prepare. */
export function configureTabs(given: Config): void {
  config = given
}

/** Fetches, beside whatever else goes on, what `/main` will show; calling it again only repeats what failed. */
export async function prepareTabs(): Promise<void> {
  if (!config || isPrepared) return
  isPrepared = true
  const registry = firstRegistry(config.registryUrl)
  try {
    const { startTabs } = await importTabs()
    startTabs(config, registry)
  } catch (error) {
    console.warn(error)
    isPrepared = false
  }
}
