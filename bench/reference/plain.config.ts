import { PageChunksPlugin } from '../../page-chunks-plugin'
import { bundle } from './bundle'

/** The bundle without hints for code: its page asks for data early, and names no chunk beside the scripts of every page. */
export default bundle('dist/plain', [new PageChunksPlugin({ 'main.html': [] })])
