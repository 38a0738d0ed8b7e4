const KEY = 'canje.density'

/** The height of rows: of 36 px, or of 48 px. */
export type Density = 'compacta' | 'amplia'

/** The density that this browser remembers. */
export function readDensity(): Density {
  try {
    return localStorage.getItem(KEY) === 'amplia' ? 'amplia' : 'compacta'
  } catch {
    // Storage is blocked.
    return 'compacta'
  }
}

/** Sets the density of all tabs, which read it from the root element's `data-density`, and remembers it. */
export function setDensity(density: Density): void {
  document.documentElement.dataset.density = density
  try {
    localStorage.setItem(KEY, density)
  } catch {
    // Storage is blocked: the density ends with the page.
  }
}
