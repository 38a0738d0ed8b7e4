import { describeLoad } from 'tab-testing'
import { codes } from './tab'

describeLoad(codes)
