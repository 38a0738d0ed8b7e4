import postcss from 'postcss'

/** Canje's colour for each of PrimeReact's theme: `shared-ui/src/theme/colors.css` has its value in the light and the dark theme. */
const COLORS = new Map([
  ['#ffffff', 'surface-card'],
  ['#f9fafb', 'surface-card'],
  ['#f3f4f6', 'highlight-bg'],
  ['#f6f9fc', 'highlight-bg'],
  ['#eff6ff', 'highlight-bg'],
  ['#e5e7eb', 'surface-border'],
  ['#d1d5db', 'control-line'],
  ['#9ca3af', 'control-line'],
  ['#6b7280', 'text-color-secondary'],
  ['#4b5563', 'text-color'],
  ['#374151', 'text-color'],
  ['#1f2937', 'text-color'],
  ['#3b82f6', 'primary-color'],
  ['#1d4ed8', 'primary-color'],
  ['#e24c4c', 'danger'],
])

/**
 * Loads PrimeReact's theme in Canje's colours, which follow the dark theme, without its focus rings (`focus.css` has the one
 * of all controls) and its fonts, which are 700 KB: Canje uses system fonts.
 *
 * @param {string} source
 */
export default function themeInColors(source) {
  const theme = postcss.parse(source)
  theme.walkAtRules('font-face', (rule) => void rule.remove())
  theme.walkDecls((decl) => {
    if (decl.prop === 'box-shadow' && /focus/.test(decl.parent?.selector)) return decl.remove()
    // White text stands on the primary colour.
    if (decl.prop === 'color') decl.value = decl.value.replace('#ffffff', 'var(--primary-color-text)')
    decl.value = decl.value.replace(/#\w{6}/g, (color) => (COLORS.has(color) ? `var(--${COLORS.get(color)})` : color))
  })
  return theme.toString()
}
