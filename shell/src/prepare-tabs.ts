import type { Config } from './config'

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
  if (location.pathname !== '/main') preloadRegistry(config.registryUrl)
  try {
    const { startTabs } = await importTabs()
    startTabs(config)
  } catch (error) {
    console.warn(error)
    isPrepared = false
  }
}

/** Beside the code that asks for it; the page of `/main` does so by itself. */
function preloadRegistry(href: string): void {
  const link = document.createElement('link')
  document.head.append(Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href }))
}
