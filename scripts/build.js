import { build, checkNode } from "./prepare.js";

checkNode();
build();
