/** The source of a module, bundled with its imports into one script by the build (`tooling/build-config/src/bundled-text-loader.js`). */
declare module '*?bundled' {
  const code: string
  export default code
}
