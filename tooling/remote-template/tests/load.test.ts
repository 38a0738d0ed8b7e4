import { describeLoad } from 'tab-testing'
import { section } from './section'

describeLoad(section)
