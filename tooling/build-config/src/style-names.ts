import type { Root } from 'postcss'
import { isInLayer } from './style-scope'

/** Kinds of names that are common to all style sheets of a page. */
type Kind = 'animation' | 'font'
/** The names that the style sheets of a build declare. */
export type StyleNames = Readonly<Record<Kind, ReadonlySet<string>>>

/** The properties that use a name. A custom property may hold any. */
const USES: Record<Kind, RegExp> = {
  animation: /^(-\w+-)?animation(-name)?$|^--/i,
  font: /^font(-family)?$|^--/i,
}
const KINDS = ['animation', 'font'] as const

/** @returns the animations and fonts that style sheets declare */
export function namesDeclaredIn(roots: Root[]): StyleNames {
  const names = { animation: new Set<string>(), font: new Set<string>() }
  for (const root of roots) {
    root.walkAtRules(/^(-\w+-)?keyframes$/i, ({ params }) => void names.animation.add(unquoted(params)))
    root.walkAtRules(/^font-face$/i, (rule) => {
      rule.walkDecls(/^font-family$/i, ({ value }) => void names.font.add(unquoted(value)))
    })
  }
  return names
}

/** Renames what the build declares, and all layers. A name that it only uses is the shell's, and stays. */
export function renameIn(root: Root, names: StyleNames, suffix: string): void {
  for (const kind of KINDS) {
    if (names[kind].size === 0) continue
    // The names of fonts are case-insensitive, those of animations are case-sensitive.
    const rename = renamer(names[kind], suffix, kind === 'font' ? 'gi' : 'g')
    root.walkDecls(USES[kind], (declaration) => {
      declaration.value = rename(declaration.value)
    })
  }
  root.walkAtRules(/^(-\w+-)?keyframes$/i, (rule) => {
    rule.params = withSuffix(unquoted(rule.params), suffix)
  })
  root.walkAtRules(/^layer$/i, (rule) => {
    // The first part of each name: the others are within it, as layers in layers are.
    const rename = (_all: string, start: string, name: string) => `${start}${name}_${suffix}`
    if (!isInLayer(rule)) rule.params = rule.params.replaceAll(/(^|,\s*)([^\s.,]+)/g, rename)
  })
}

/** A function that renames these names in the value of a property. */
function renamer(names: ReadonlySet<string>, suffix: string, flags: string): (value: string) => string {
  const alternatives = [...names].sort((a, b) => b.length - a.length).map(escaped)
  const use = new RegExp(`(?<![\\w"'./(\\\\-])(["']?)(${alternatives.join('|')})\\1(?![\\w"'./(-])`, flags)
  return (value) => value.replaceAll(use, (_all, _quote, name: string) => withSuffix(name, suffix))
}

/** An identifier, or a text if the name is none. */
function withSuffix(name: string, suffix: string): string {
  const renamed = `${name}_${suffix}`
  return /^-?[a-z_][\w-]*$/i.test(renamed) ? renamed : `"${renamed}"`
}

function unquoted(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/, '$2')
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}-]/g, '\\$&')
}
