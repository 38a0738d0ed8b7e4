/**
 * Types of what a module of a tab may import besides code and JSON (`src/assets.ts`). A `tsconfig.json` that extends
 * `@canje/build/tsconfig.json` has them.
 */

/** Classes by name, as default and named imports. Names are not checked: TypeScript has no list of them. */
declare module '*.module.css'

declare module '*.css' {}

declare module '*.svg' {
  const url: string
  export default url
}

declare module '*.png' {
  const url: string
  export default url
}

declare module '*.jpg' {
  const url: string
  export default url
}

declare module '*.jpeg' {
  const url: string
  export default url
}

declare module '*.gif' {
  const url: string
  export default url
}

declare module '*.webp' {
  const url: string
  export default url
}

declare module '*.woff2' {
  const url: string
  export default url
}
