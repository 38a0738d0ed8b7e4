/** What the back button closes. */
interface Layer {
  /** The router's key of the URL that it was opened on. */
  key: string | undefined
  /** Number of layers up to this one: a step back to an entry of fewer layers closes it. */
  height: number
  onBack: () => void
}

/** The layers of the page, also those of tabs with another release of this package. */
interface Layers {
  open: Set<Layer>
  /** The entry that the next step leaves. */
  last: Entry
}

/** An entry of the history: its router's key, and the number of layers that were open above the URL, closed ones too. */
interface Entry {
  key?: string
  layers?: number
}

const REGISTRY = Symbol.for('canje.back-layers')

/**
 * Adds an entry to the history for what has just opened, so that the back button closes it instead of leaving the page. The
 * entry of a closed layer is used again.
 *
 * @param onBack closes what was opened
 * @returns to be called when it closes without the back button. Its entry stays, and is skipped by the back button: a step
 *   back would be too late for a navigation that follows at once
 */
export function openLayer(onBack: () => void): () => void {
  const layers = layersOfPage()
  const { key, layers: highest = 0 } = entry()
  const height = Math.max(0, ...opened(key).map((layer) => layer.height)) + 1
  const layer = { key, height, onBack }
  layers.open.add(layer)
  if (height > highest) {
    // Marks the entry below as one of the same page.
    history.replaceState({ ...history.state, layers: highest }, '')
    history.pushState({ ...history.state, layers: height }, '')
  }
  layers.last = entry()
  return () => void layers.open.delete(layer)
}

/** The layers of the page. The shell calls it first: its listeners would outlive a tab with a copy of its own. */
export function layersOfPage(): Layers {
  const page = globalThis as { [REGISTRY]?: Layers }
  if (!page[REGISTRY]) {
    page[REGISTRY] = { open: new Set(), last: entry() }
    // The shell's event takes the place of `popstate` for steps that its router must not see.
    for (const name of ['popstate', 'canje:step']) window.addEventListener(name, step)
  }
  return page[REGISTRY]
}

/** The open layers of a URL, from the lowest. */
function opened(key: string | undefined): Layer[] {
  return [...layersOfPage().open].filter((layer) => layer.key === key)
}

function step(): void {
  const layers = layersOfPage()
  const { last } = layers
  const { key, layers: highest } = entry()
  layers.last = entry()
  if (highest === undefined) return
  const above = opened(key).filter(({ height }) => height > highest)
  for (const layer of above.reverse()) {
    layers.open.delete(layer)
    layer.onBack()
  }
  const isBack = key === last.key && highest < (last.layers ?? 0)
  if (isBack && above.length === 0) history.back()
}

function entry(): Entry {
  return Object(history.state)
}
