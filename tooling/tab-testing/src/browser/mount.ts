import type { Page } from '@playwright/test'

/** What `/config.json` says of a remote. */
interface Listing {
  settings?: object
}
type Share = Record<string, { lib?: () => unknown }>
interface Shared {
  createElement: (type: unknown, props: object) => unknown
  createRoot: (element: Element) => { render(element: unknown): void; unmount(): void }
}

const GLOBAL = 'canjeClose'

/** Mounts a tab once more, in place of the one in its panel: the shell mounts it once per document. Closes the last one. */
export async function mountAgain(page: Page): Promise<void> {
  await closeMounted(page)
  await page.evaluate(mount, GLOBAL)
}

/** Unmounts the tab of {@link mountAgain}; without one, nothing happens. */
export function closeMounted(page: Page): Promise<void> {
  return page.evaluate((name) => {
    Reflect.get(window, name)?.()
    Reflect.deleteProperty(window, name)
  }, GLOBAL)
}

/** Runs in the page: the code and React are those that the shell has loaded. */
async function mount(global: string): Promise<void> {
  const shown = document.querySelector<HTMLElement>('[role=tabpanel][data-release]')
  const styles = shown?.querySelector<HTMLElement>('[data-styles]')?.dataset.styles ?? ''
  const config = await (await fetch('/config.json')).json()
  const listing: Listing = config.remotes[styles.split('@', 1)[0] ?? ''] ?? {}
  const [shares] = Object.values(Reflect.get(window, '__FEDERATION__').__SHARE__) as unknown as {
    default: Record<string, Share>
  }[]
  const shared = ['react', 'react-dom/client'].map((name) =>
    Object.values(shares?.default[name] ?? {})
      .find(({ lib }) => lib)
      ?.lib?.(),
  )
  const { createElement, createRoot } = Object.assign({}, ...shared) as Shared
  const Tab = (await Reflect.get(window, styles).get('./Tab'))().default
  const ariaLabel = shown?.querySelector('[data-tab-heading]')?.textContent ?? ''
  const panel = Object.assign(document.createElement('div'), { role: 'tabpanel', ariaLabel })
  const overlays = document.createElement('section')
  for (const element of [panel, overlays]) element.dataset.styles = styles
  const nothing = () => null
  if (shown) shown.style.display = 'none'
  shown?.after(panel)
  document.body.append(overlays)
  const root = createRoot(panel)
  root.render(
    createElement(Tab, {
      notify: nothing,
      view: { isActive: true, params: '', opening: 0, onChange: nothing, push: nothing },
      draft: { current: null, onChange: nothing },
      receipts: { current: undefined, onChange: nothing },
      features: config.features ?? [],
      extensions: { has: () => false, Extension: nothing },
      openDiagnosis: nothing,
      overlays,
      settings: listing.settings ?? {},
    }),
  )
  Reflect.set(window, global, () => {
    root.unmount()
    for (const element of [panel, overlays]) element.remove()
    // The focus may have been in the tab.
    Reflect.get(window, 'canjeRules')?.forget()
  })
}
