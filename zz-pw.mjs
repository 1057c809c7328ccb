import { chromium, devices } from "@playwright/test"; import http from "node:http";
const s=http.createServer((q,r)=>{r.setHeader("content-type","text/html");r.end("<!doctype html><title>x</title><p>hello<a href=/b>b</a>")}).listen(4601,"127.0.0.1");
const flags=["--no-sandbox","--disable-gpu","--disable-quic","--no-first-run","--disable-background-networking","--disable-component-update","--disable-sync",...process.argv.slice(2)];
const b=await chromium.launch({executablePath:"/usr/bin/chromium-headless-shell",args:flags});
const N=+(process.env.N??30);
for(let i=0;i<N;i++){const c=await b.newContext({...devices["Moto G4"],viewport:{width:360,height:740},javaScriptEnabled:process.env.NOJS?false:true}); const p=await c.newPage(); if(!process.env.BLANK) for(let k=0;k<2;k++){await p.goto("http://127.0.0.1:4601/"); await p.title();} await c.close();}
await b.close(); s.close();
