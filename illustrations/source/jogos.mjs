import {Scene,Batch,Cam,rng,mix,lerp,clamp,poly,lens,smooth,blob,P,n1,circ,TAU,ridge,under,treeline,box,line3,boards,bleaf} from './lib.mjs';
import {glints,streaks} from './lago.mjs';
export function jogos(seed=161){
 const s=new Scene(),R=rng(seed),HZ=376,D=HZ-352,cam=new Cam({pos:[.1,1.72,0],f:760,cx:600,cy:HZ,near:.25});
 const q=(p,f,o)=>s.p(cam.poly(p),f,o),ln=(p,c,w,o)=>s.s(line3(cam,p),c,w,o);
 const XL=-3.5,XR=3.5,ZB=6.9,CH=3.3;
 const el=(x,y,a,b)=>`M${P(x-a,y)}a${n1(a)} ${n1(b)} 0 1 0 ${n1(2*a)} 0a${n1(a)} ${n1(b)} 0 1 0 ${n1(-2*a)} 0Z`;
 // back wall
 q([[XL,0,ZB],[XR,0,ZB],[XR,CH,ZB],[XL,CH,ZB]],s.grad([[0,'#b89a76'],[.5,'#ecd5ac'],[1,'#c3a57f']],cam.p([XL,0,ZB])[0],0,cam.p([XR,0,ZB])[0],0));
 // window, blue hour on the lake
 const wx0=-.95,wx1=1.15,wy0=1.08,wy1=2.32,win=cam.poly([[wx0,wy0,ZB],[wx1,wy0,ZB],[wx1,wy1,ZB],[wx0,wy1,ZB]]);
 s.inClip(win,()=>{s.rect(460,270+D,280,HZ-266-D,s.grad([[0,'#245a78'],[.45,'#6b95a0'],[.75,'#e6b08c'],[1,'#fbd093']],0,282+D,0,HZ));streaks(s,R,5,470,730,306+D,336+D,'#f3b98a','#d99a86');
  for(let i=0;i<9;i++)s.p(circ(R.r(480,730),R.r(284,308)+D,R.r(.7,1.3)),'#fdf3dc',R.r(.5,.9));
  [[[[460,336],[540,328],[600,334],[680,324],[750,332]],.25],[[[460,347],[560,344],[660,346],[750,340]],.85]].forEach(([k,t],i)=>{const r=ridge(k.map(([x,y])=>[x,y+D]),{amp:3,freq:.04,seed:seed+i,step:4}),c=mix('#8a8a88','#123741',t);s.p(under(r,HZ+3),c);if(i)s.p(treeline(r,{size:2.6,seed:5}),'#123741')});
  s.rect(460,HZ,280,80,s.grad([[0,'#f3c48e'],[.3,'#9a938c'],[1,'#2a5d6a']],0,HZ,0,HZ+60));s.p(glints(R,{y0:HZ+2,y1:HZ+60,n:44,x:()=>R.r(480,730),w:[4,16],h:[.5,1.3]}),'#ffe0ad',.7);
  for(let i=0;i<7;i++){const x=lerp(486,730,i/6)+R.r(-10,10),r=R.r(12,20);s.p(blob(x,HZ+72,r,r*.8,R,{lobes:8}),'#173f3c')}});
 {const f='#1f6d78';for(const x of[wx0-.07,(wx0+wx1)/2-.03,wx1])q([[x,wy0-.07,ZB-.01],[x+.07,wy0-.07,ZB-.01],[x+.07,wy1+.07,ZB-.01],[x,wy1+.07,ZB-.01]],f);for(const y of[wy0-.07,lerp(wy0,wy1,.64),wy1])q([[wx0,y,ZB-.01],[wx1,y,ZB-.01],[wx1,y+.06,ZB-.01],[wx0,y+.06,ZB-.01]],f);q([[wx0-.16,wy0-.14,ZB-.12],[wx1+.16,wy0-.14,ZB-.12],[wx1+.16,wy0-.07,ZB-.12],[wx0-.16,wy0-.07,ZB-.12]],'#dcc59a')}
 // wainscot
 q([[XL,0,ZB-.004],[XR,0,ZB-.004],[XR,.86,ZB-.004],[XL,.86,ZB-.004]],'#2c6d70');{let d='';for(let x=XL;x<XR;x+=.22)d+=line3(cam,[[x,.1,ZB-.005],[x,.84,ZB-.005]]);s.s(d,'#1c5156',1.2,.7)}q([[XL,.84,ZB-.01],[XR,.84,ZB-.01],[XR,.92,ZB-.01],[XL,.92,ZB-.01]],'#b07c4c');q([[XL,0,ZB-.01],[XR,0,ZB-.01],[XR,.12,ZB-.01],[XL,.12,ZB-.01]],'#7a5030');
 // dartboard in its cabinet, left of the window
 {const k=cam.f/ZB,p=cam.p([-2.42,1.66,ZB-.03]),r=.3*k;q([[-2.84,1.24,ZB-.02],[-2.0,1.24,ZB-.02],[-2.0,2.08,ZB-.02],[-2.84,2.08,ZB-.02]],'#5c3b24');for(const[a,b]of[[-3.28,-2.86],[-1.98,-1.56]]){q([[a,1.24,ZB-.03],[b,1.24,ZB-.03],[b,2.08,ZB-.03],[a,2.08,ZB-.03]],'#8a5a36');q([[a+.05,1.29,ZB-.035],[b-.05,1.29,ZB-.035],[b-.05,2.03,ZB-.035],[a+.05,2.03,ZB-.035]],'#26403e');let d='';for(let i=0;i<5;i++)d+=line3(cam,[[a+.1,1.9-i*.12,ZB-.04],[b-.12,1.9-i*.12+R.r(-.02,.02),ZB-.04]]);s.s(d,'#f0e2c0',1.6,.6)}
  s.p(circ(p[0],p[1],r*1.16),'#1d2526');const B=new Batch(),W=(i,r0,r1)=>{const a=(i-.5)/20*TAU,b=(i+.5)/20*TAU;return poly([[Math.cos(a)*r0,Math.sin(a)*r0],[Math.cos(b)*r0,Math.sin(b)*r0],[Math.cos(b)*r1,Math.sin(b)*r1],[Math.cos(a)*r1,Math.sin(a)*r1]].map(([x,y])=>[p[0]+x,p[1]+y]))};
  for(let i=0;i<20;i++){const e=i%2;B.add(e?'#f3e3bd':'#263232',W(i,r*.12,r*.96));B.add(e?'#2b7f6a':'#b8432c',W(i,r*.54,r*.62));B.add(e?'#2b7f6a':'#b8432c',W(i,r*.88,r*.97))}B.to(s);s.p(circ(p[0],p[1],r*.13),'#2b7f6a');s.p(circ(p[0],p[1],r*.06),'#b8432c');
  for(const[dx,dy,c]of[[-5,-16,'#e0a33c'],[3,-12,'#e0a33c'],[1,3,'#e0a33c']]){const x=p[0]+dx,y=p[1]+dy;s.s(`M${P(x,y)}L${P(x+9,y+5)}`,'#d7d2c4',1.8);s.p(poly([[x+8,y+3],[x+18,y+4],[x+15,y+9],[x+19,y+14],[x+9,y+7]]),c)}
  // small lamp over it
  const t=cam.p([-2.42,2.3,ZB-.2]);s.p(poly([[t[0]-8,t[1]],[t[0]+8,t[1]],[t[0]+70,t[1]+150],[t[0]-70,t[1]+150]]),s.grad([[0,'#ffe7ae',.6],[1,'#ffe7ae',0]],0,t[1],0,t[1]+140));s.p(poly([[t[0]-7,t[1]-12],[t[0]+7,t[1]-12],[t[0]+15,t[1]+2],[t[0]-15,t[1]+2]]),'#1f4d50')}
 // cue rack, right of the window
 {q([[1.62,1.02,ZB-.02],[2.62,1.02,ZB-.02],[2.62,1.14,ZB-.02],[1.62,1.14,ZB-.02]],'#7a5030');q([[1.62,2.0,ZB-.02],[2.62,2.0,ZB-.02],[2.62,2.1,ZB-.02],[1.62,2.1,ZB-.02]],'#7a5030');for(let i=0;i<6;i++){if(i===3)continue;const x=1.74+i*.15,a=cam.p([x,1.04,ZB-.05]),b=cam.p([x,2.42,ZB-.05]);const m=[lerp(a[0],b[0],.35),lerp(a[1],b[1],.35)];s.p(poly([[a[0]-3,a[1]],[a[0]+3,a[1]],[b[0]+1.3,b[1]],[b[0]-1.3,b[1]]]),'#e3b97e');s.p(poly([[a[0]-3.2,a[1]],[a[0]+3.2,a[1]],[m[0]+2.5,m[1]],[m[0]-2.5,m[1]]]),['#7a2f1f','#2b4a4a','#4b2f1c','','#8f4526','#1f5f62'][i]);s.rect(b[0]-1.4,b[1]-3,2.8,4,'#2b7f9a')}
  q([[2.78,1.3,ZB-.02],[3.3,1.3,ZB-.02],[3.3,2.1,ZB-.02],[2.78,2.1,ZB-.02]],'#7a5030');q([[2.83,1.35,ZB-.03],[3.25,1.35,ZB-.03],[3.25,2.05,ZB-.03],[2.83,2.05,ZB-.03]],'#f2dfb8');q([[2.83,1.35,ZB-.03],[3.25,1.35,ZB-.03],[3.25,1.62,ZB-.03],[3.04,1.78,ZB-.03],[2.83,1.6,ZB-.03]],'#2f7f80');const c=cam.p([3.12,1.86,ZB-.03]);s.p(circ(...c,7),'#d9903c')}
 // side walls
 q([[XL,0,.2],[XL,0,ZB],[XL,CH,ZB],[XL,CH,.2]],s.grad([[0,'#6f5946'],[1,'#c4a680']],0,0,215,0));q([[XL+.004,0,.2],[XL+.004,0,ZB],[XL+.004,.86,ZB],[XL+.004,.86,.2]],s.grad([[0,'#16464b'],[1,'#296669']],0,0,215,0));q([[XL+.01,.84,.2],[XL+.01,.84,ZB],[XL+.01,.92,ZB],[XL+.01,.92,.2]],'#9a6a40');
 q([[XR,0,.2],[XR,0,ZB],[XR,CH,ZB],[XR,CH,.2]],s.grad([[0,'#c9ab85'],[1,'#6b5543']],975,0,1200,0));q([[XR-.004,0,.2],[XR-.004,0,ZB],[XR-.004,.86,ZB],[XR-.004,.86,.2]],s.grad([[0,'#296669'],[1,'#123c42']],975,0,1200,0));q([[XR-.01,.84,.2],[XR-.01,.84,ZB],[XR-.01,.92,ZB],[XR-.01,.92,.2]],'#8a5a36');
 // ceiling and beams
 q([[XL,CH,.2],[XR,CH,.2],[XR,CH,ZB],[XL,CH,ZB]],'#6b4a30');{let d='';for(let x=XL;x<XR;x+=.22)d+=line3(cam,[[x,CH,.4],[x,CH,ZB]]);s.s(d,'#432c1b',1.1,.6)}
 for(const z of[6.7,5.6,4.5,3.4,2.3]){q([[XL,CH-.2,z],[XR,CH-.2,z],[XR,CH-.2,z+.15],[XL,CH-.2,z+.15]],'#4b3120');q([[XL,CH-.2,z],[XR,CH-.2,z],[XR,CH,z],[XL,CH,z]],'#7d5636')}
 {const c=cam.p([0,CH-.1,4.6]);s.g(`transform="translate(${c[0].toFixed(0)} ${c[1].toFixed(0)}) scale(1 .34)"`,()=>s.p(circ(0,0,430),s.grad([[0,'#ffcf86',.5],[.6,'#ffb866',.16],[1,'#ffb866',0]],0,0,430,0,'radial')))}
 // floor: red hexagons
 q([[XL,0,.2],[XR,0,.2],[XR,0,ZB],[XL,0,ZB]],'#8f4a30');{const B=new Batch(),w=.42,h=.36;let r=0;for(let z=1.5;z<ZB;z+=h,r++)for(let x=XL-(r%2?w/2:0);x<XR;x+=w){const c=R.pick(['#bb6642','#b05b39','#c4714b','#a95635','#bf6d47']);const hx=(dx,dz)=>[clamp(x+dx*w,XL,XR),0,Math.min(z+dz*h,ZB)];B.add(c,cam.poly([hx(.03,.28),hx(.5,-.02),hx(.97,.28),hx(.97,.98),hx(.5,1.26),hx(.03,.98)]))}B.to(s)}
 s.rect(0,480,1200,420,s.grad([[0,'#ffcf8a',.12],[.4,'#5a2a18',.05],[1,'#2d130c',.6]],0,480,0,900));
 // shelf with bottles and a radio on the left wall
 {box(s,cam,[XL,XL+.34,0,.98,4.3,6.3],{front:'#6b4529',right:'#8d6240',top:'#c08a55',side:'#8d6240'});for(const z of[4.8,5.3,5.8])ln([[XL+.345,.1,z],[XL+.345,.92,z]],'#5c3b24',1.5);for(const z of[4.55,5.05,5.55,6.05]){const p=cam.p([XL+.35,.55,z]);s.p(circ(...p,2.6),'#e0b05a')}
  for(const[z,x,h,c]of[[6.1,.14,.36,'#2f6b3f'],[5.95,.2,.3,'#7a4a22'],[5.8,.14,.33,'#c9a05a'],[5.62,.2,.27,'#1f5f62']]){const p=cam.p([XL+x,.98,z]),t=cam.p([XL+x,.98+h,z]),w=(p[1]-t[1])*.17;s.p(`M${P(p[0]-w,p[1])}V${n1(lerp(p[1],t[1],.6))}Q${P(p[0]-w,lerp(p[1],t[1],.72))} ${P(p[0]-w*.4,lerp(p[1],t[1],.78))}V${n1(t[1])}H${n1(p[0]+w*.4)}V${n1(lerp(p[1],t[1],.78))}Q${P(p[0]+w,lerp(p[1],t[1],.72))} ${P(p[0]+w,lerp(p[1],t[1],.6))}V${n1(p[1])}Z`,c);s.s(`M${P(p[0]+w*.5,p[1]-2)}V${n1(lerp(p[1],t[1],.6))}`,'#ffd79a',1.2,.8)}
  box(s,cam,[XL+.06,XL+.26,.98,1.2,4.55,5.05],{front:'#8f4029',right:'#c2623d',top:'#d98a60',side:'#c2623d'});{const p=cam.p([XL+.265,1.1,4.68]);s.p(circ(p[0]+2,p[1],8),'#f2dfb8');q([[XL+.265,1.04,4.78],[XL+.265,1.04,5.0],[XL+.265,1.16,5.0],[XL+.265,1.16,4.78]],'#4b2a1c')}
  // framed map of the lake above it
  const f=(y,z,o=0)=>[XL+.012+o,y,z];q([f(1.5,4.6),f(1.5,5.9),f(2.35,5.9),f(2.35,4.6)],'#5c3b24');q([f(1.56,4.68,.004),f(1.56,5.82,.004),f(2.29,5.82,.004),f(2.29,4.68,.004)],'#ead6a8');const m=[[1.7,4.8],[1.86,4.95],[1.8,5.15],[2.0,5.2],[2.16,5.1],[2.2,5.26],[2.04,5.4],[2.12,5.66],[1.98,5.72],[1.92,5.5],[1.78,5.46],[1.68,5.6],[1.64,5.44],[1.74,5.28],[1.66,5.05]].map(([y,z])=>cam.p(f(y,z,.006)));s.p(smooth(m,true,1),'#2f7f80')}
 // ---- snooker table
 const x0=-1.55,x1=.85,z0=2.75,z1=5.85,T=.86,rw=.17,PL=-.02;
 s.g(s.blur(7),()=>q([[x0-.1,.003,z0],[x1+.2,.003,z0],[x1+.2,.003,z1],[x0-.1,.003,z1]],'#1f0d08',.55));
 for(const[x,z]of[[x0+.12,z1-.35],[x1-.34,z1-.35]])box(s,cam,[x,x+.2,0,.6,z,z+.2],{front:'#4b2c1a',left:'#7a4a2c',right:'#3a2013',side:'#4b2c1a'});
 for(const x of[x0+.14,x1-.38]){const z=z0+.14,w=.24,a=cam.p([x,.62,z]),b=cam.p([x+w,.62,z]),d=cam.p([x,0,z]),cx=(a[0]+b[0])/2,W=(b[0]-a[0])/2,y=t=>lerp(a[1],d[1],t);const pr=[[0,1],[.1,1],[.13,.7],[.2,.62],[.3,.86],[.46,.94],[.64,.78],[.8,.54],[.86,.5],[.88,.74],[.93,.78],[1,.62]];const body=poly([...pr.map(([t,k])=>[cx-W*k,y(t)]),...pr.slice().reverse().map(([t,k])=>[cx+W*k,y(t)])]);s.p(body,s.grad([[0,'#a3683c'],[.4,'#7a4728'],[1,'#3d2114']],cx-W,0,cx+W,0));s.s(`M${P(cx-W*.7,y(.13))}H${n1(cx+W*.7)}M${P(cx-W*.5,y(.86))}H${n1(cx+W*.5)}`,'#2d170d',2,.8)}
 // apron
 q([[x0+.03,.56,z0+.02],[x1-.03,.56,z0+.02],[x1-.03,T-.1,z0+.02],[x0+.03,T-.1,z0+.02]],s.grad([[0,'#8a5230'],[1,'#5c3320']],0,cam.p([0,T,z0])[1],0,cam.p([0,.56,z0])[1]));q([[x0+.12,.61,z0+.015],[x1-.12,.61,z0+.015],[x1-.12,T-.15,z0+.015],[x0+.12,T-.15,z0+.015]],'#6b3d24');
 box(s,cam,[x0,x1,T-.1,T+.02,z0,z1],{front:'#8a5230',right:'#5c3320',left:'#9a6038',side:'#5c3320',top:'#a76a3e'});q([[x0,T,z0],[x1,T,z0],[x1,T+.02,z0],[x0,T+.02,z0]],'#c98a54');
 // cloth: shade of cushions, bed
 const cloth='#1f8a72';q([[x0+rw,T,z0+rw],[x1-rw,T,z0+rw],[x1-rw,T,z1-rw],[x0+rw,T,z1-rw]],'#145a4e');const cu=.09;
 q([[x0+rw+cu,PL+T,z0+rw+cu],[x1-rw-cu,PL+T,z0+rw+cu],[x1-rw-cu,PL+T,z1-rw-cu],[x0+rw+cu,PL+T,z1-rw-cu]],cloth);
 q([[x0+rw,T+.015,z1-rw],[x1-rw,T+.015,z1-rw],[x1-rw-cu,T,z1-rw-cu],[x0+rw+cu,T,z1-rw-cu]],'#1a7462');q([[x0+rw,T+.015,z0+rw],[x0+rw,T+.015,z1-rw],[x0+rw+cu,T,z1-rw-cu],[x0+rw+cu,T,z0+rw+cu]],'#2b9c82');q([[x1-rw,T+.015,z0+rw],[x1-rw,T+.015,z1-rw],[x1-rw-cu,T,z1-rw-cu],[x1-rw-cu,T,z0+rw+cu]],'#176656');q([[x0+rw,T+.015,z0+rw],[x1-rw,T+.015,z0+rw],[x1-rw-cu,T,z0+rw+cu],[x0+rw+cu,T,z0+rw+cu]],'#1d7c69');
 // lamplight on cloth
 {const p=cam.p([(x0+x1)/2,T,4.2]),cl=cam.poly([[x0+rw,T,z0+rw],[x1-rw,T,z0+rw],[x1-rw,T,z1-rw],[x0+rw,T,z1-rw]]);s.inClip(cl,()=>s.g(`transform="translate(${p[0].toFixed(0)} ${p[1].toFixed(0)}) scale(1 .4)"`,()=>s.p(circ(0,0,290),s.grad([[0,'#d8f0a8',.55],[.5,'#9fd890',.25],[1,'#9fd890',0]],0,0,290,0,'radial'))))}
 // baulk line, D and spots
 {const zb=z0+rw+.55,xm=(x0+x1)/2;ln([[x0+rw+cu,T,zb],[x1-rw-cu,T,zb]],'#cfe8cf',1.6,.7);const D=[];for(let i=0;i<=16;i++){const a=Math.PI*i/16;D.push([xm+Math.cos(a)*.3,T,zb-Math.sin(a)*.3])}ln(D,'#cfe8cf',1.5,.7)}
 // diamonds on the rails
 {const B=[];for(let i=1;i<8;i++)if(i!==4){const z=lerp(z0+rw,z1-rw,i/8);B.push([x0+rw*.5,z],[x1-rw*.5,z])}for(let i=1;i<4;i++){const x=lerp(x0+rw,x1-rw,i/4);B.push([x,z0+rw*.5],[x,z1-rw*.5])}let d='';for(const[x,z]of B){const w=.022;d+=cam.poly([[x-w,T+.021,z],[x,T+.021,z-w*1.3],[x+w,T+.021,z],[x,T+.021,z+w*1.3]])}s.p(d,'#f6e4bd')}
 // pockets
 for(const[x,z]of[[x0+rw*.9,z1-rw*.9],[x1-rw*.9,z1-rw*.9],[x0+rw*.78,(z0+z1)/2],[x1-rw*.78,(z0+z1)/2],[x0+rw*.9,z0+rw*.9],[x1-rw*.9,z0+rw*.9]]){const p=cam.p([x,T+.022,z]),k=cam.f/cam.depth([x,T,z]);s.p(el(p[0],p[1],0.092*k,.04*k*1.15),'#3a2115');s.p(el(p[0],p[1]+1,0.074*k,.031*k*1.15),'#120b08')}
 // balls
 const balls=[[-.35,5.0,'#c4361f'],[-.24,5.12,'#c4361f'],[-.46,5.14,'#c4361f'],[-.33,5.24,'#c4361f'],[-.12,5.26,'#c4361f'],[-.2,4.78,'#c4361f'],[.18,4.5,'#1d2425'],[-.85,4.6,'#e9b83a'],[.32,5.02,'#e88fa0'],[-.95,3.9,'#c4361f'],[.1,3.9,'#2d6fa3'],[-.1,3.42,'#8a5230'],[-.72,3.5,'#fbf5e4']].sort((a,b)=>b[1]-a[1]);
 for(const[x,z,c]of balls){const p=cam.p([x,T+.032,z]),k=cam.f/z,r=.046*k;s.p(lens(p[0]+r*.5,p[1]+r*.72,r*1.25,r*.5),'#0b3a33',.6);s.p(circ(p[0],p[1],r),mix(c,'#1a0d08',.22));s.p(circ(p[0]-r*.12,p[1]-r*.16,r*.82),c);s.p(lens(p[0]-r*.25,p[1]-r*.5,r*.34,r*.22),'#fff7e0',.9)}
 // cue resting across the near rail, chalk
 {const a=cam.p([.62,T+.08,z0-.55]),b=cam.p([-.56,T+.05,3.38]);const L=[a[0]-b[0],a[1]-b[1]],n=Math.hypot(...L),u=[-L[1]/n,L[0]/n];const sh=(w0,w1,c,t=1,o)=>{const m=[lerp(b[0],a[0],t),lerp(b[1],a[1],t)];s.p(poly([[b[0]+u[0]*w1,b[1]+u[1]*w1],[m[0]+u[0]*w0,m[1]+u[1]*w0],[m[0]-u[0]*w0,m[1]-u[1]*w0],[b[0]-u[0]*w1,b[1]-u[1]*w1]]),c,o)};
  {const a2=cam.p([.34,T+.002,z0+.28]),b2=cam.p([-.52,T+.002,3.4]);s.s(`M${P(...a2)}L${P(...b2)}`,'#0b3a33',5,.5)}
  sh(8,2.4,'#6b2f1d');sh(5.6,2.4,'#e8c088',.62);sh(1.6,1,'#f8e2b8',.62,.9);s.p(circ(b[0],b[1],3),'#2b7f9a');
  const c=cam.p([-1.1,T+.02,z0+.08]);s.p(poly([[c[0]-9,c[1]-13],[c[0]+7,c[1]-14],[c[0]+9,c[1]],[c[0]-8,c[1]+1]]),'#2f7f9a');s.p(poly([[c[0]-9,c[1]-13],[c[0]+7,c[1]-14],[c[0]+4,c[1]-19],[c[0]-6,c[1]-18]]),'#9fd0d6')}
 // ---- card table, right
 {const cx=2.35,cz=4.35,h=.76,p=cam.p([cx,h,cz]),k=cam.f/cz,rx=.66*k,ry=.66*k*(1.72-h)/cz*1.02;
  const stool=(x,z,front)=>{const t=cam.p([x,.47,z]),kk=cam.f/z,r=.21*kk,e=r*(1.72-.47)/z;s.g(s.blur(3),()=>s.p(lens(cam.p([x,0,z])[0]+6,cam.p([x,0,z])[1],r*1.15,e*1.2),'#1f0d08',.55));for(const[dx,dz]of[[-.16,.1],[.16,.1],[-.16,-.12],[.16,-.12]]){const b=cam.p([x+dx*1.25,0,z+dz*1.25]),a=cam.p([x+dx*.8,.45,z+dz*.8]);s.p(poly([[a[0]-4,a[1]],[a[0]+4,a[1]],[b[0]+3,b[1]],[b[0]-3,b[1]]]),dz<0?'#7a4a2c':'#4b2c1a')}const l=cam.p([x-.18,.2,z-.13]),rr=cam.p([x+.18,.2,z-.13]);s.s(`M${P(...l)}L${P(...rr)}`,'#8a5a36',4);s.p(el(t[0],t[1]+9,r,e),'#5c3320');s.p(el(t[0],t[1],r,e),'#c2623d');s.p(el(t[0]-r*.1,t[1]-e*.1,r*.72,e*.66),'#d5794f')};
  stool(1.75,5.15);stool(2.98,5.05);
  s.g(s.blur(5),()=>s.p(lens(p[0]+6,cam.p([cx,0,cz])[1]+2,rx*1.1,ry*1.5),'#1f0d08',.6));const b=cam.p([cx,0,cz]);s.p(poly([[p[0]-11,p[1]],[p[0]+11,p[1]],[b[0]+9,b[1]-18],[b[0]-9,b[1]-18]]),s.grad([[0,'#9a6038'],[1,'#4b2c1a']],p[0]-11,0,p[0]+11,0));s.p(`M${P(b[0]-58,b[1]+6)}Q${P(b[0]-20,b[1]-30)} ${P(b[0],b[1]-30)}Q${P(b[0]+20,b[1]-30)} ${P(b[0]+58,b[1]+6)}L${P(b[0]+44,b[1]+9)}Q${P(b[0],b[1]-14)} ${P(b[0]-44,b[1]+9)}Z`,'#6b3d24');
  s.p(el(p[0],p[1]+12,rx,ry),'#5c3320');s.p(el(p[0],p[1],rx,ry),'#b0703f');s.p(el(p[0],p[1]-1,rx*.87,ry*.86),'#b9502f');s.p(el(p[0]-rx*.12,p[1]-ry*.1,rx*.6,ry*.56),'#cf6a43',.7);
  // cards fanned, chips, deck, glass
  const card=(x,y,a,w,hh,c)=>{const ca=Math.cos(a),sa=Math.sin(a),m=([u,v])=>[x+(u*ca-v*sa),y+(u*sa+v*ca)*.46];s.p(poly([[-w,-hh],[w,-hh],[w,hh],[-w,hh]].map(m)),'#fdf6e4');if(c)s.p(poly([[0,-hh*.45],[w*.5,0],[0,hh*.45],[-w*.5,0]].map(m)),c);else s.p(poly([[-w*.7,-hh*.75],[w*.7,-hh*.75],[w*.7,hh*.75],[-w*.7,hh*.75]].map(m)),'#2b7f82')};
  for(let i=0;i<5;i++)card(p[0]-52+i*10,p[1]+ry*.38+Math.abs(i-2)*1.6,-.45+i*.22,8.5,14,i%2?'#b8432c':'#26302f');
  for(let i=0;i<4;i++)card(p[0]+40+i*8,p[1]-ry*.42+Math.abs(i-1.5)*1.2,2.7+i*.22,7.5,12);
  for(let i=0;i<3;i++)card(p[0]-62+i*9,p[1]-ry*.3,2.9+i*.3,7.5,12);
  for(const[dx,dy,n,c]of[[6,-6,6,'#e0a33c'],[-10,2,4,'#2b7f82'],[22,4,5,'#f4e6c4'],[8,10,3,'#263232']])for(let i=0;i<n;i++){s.p(el(p[0]+dx,p[1]+dy-i*3.4,8.4,3.8),mix(c,'#1a0d08',.35));s.p(el(p[0]+dx,p[1]+dy-i*3.4-1.6,8.4,3.8),c)}
  {const g=[p[0]+72,p[1]+ry*.3];s.p(poly([[g[0]-8,g[1]-30],[g[0]+8,g[1]-30],[g[0]+6.5,g[1]],[g[0]-6.5,g[1]]]),'#f4d9a2',.75);s.p(poly([[g[0]-7.6,g[1]-20],[g[0]+7.6,g[1]-20],[g[0]+6.5,g[1]],[g[0]-6.5,g[1]]]),'#d98a35',.85);s.p(el(g[0],g[1]-30,8,2.6),'#fff1cf',.9)}
  stool(1.9,3.35);
  // lamp above the cards
  const L=cam.p([cx,2.1,cz]),t=cam.p([cx,CH-.05,cz]);s.s(`M${P(...t)}L${P(...L)}`,'#241a17',1.6);s.p(poly([[L[0]-34,L[1]],[L[0]+34,L[1]],[L[0]+rx*1.05,p[1]],[L[0]-rx*1.05,p[1]]]),s.grad([[0,'#ffdc94',.42],[1,'#ffdc94',.02]],0,L[1],0,p[1]));s.p(circ(L[0],L[1]+4,80),s.grad([[0,'#ffe7ae',.75],[1,'#ffe7ae',0]],L[0],L[1]+4,80,0,'radial'));s.p(`M${P(L[0]-9,L[1]-34)}Q${P(L[0]-44,L[1]-26)} ${P(L[0]-46,L[1]+3)}H${n1(L[0]+46)}Q${P(L[0]+44,L[1]-26)} ${P(L[0]+9,L[1]-34)}Z`,'#b9623a');s.p(`M${P(L[0]-9,L[1]-34)}Q${P(L[0]-44,L[1]-26)} ${P(L[0]-46,L[1]+3)}H${n1(L[0]-22)}Q${P(L[0]-20,L[1]-22)} ${P(L[0]-3,L[1]-34)}Z`,'#df8f60');s.p(lens(L[0],L[1]+3,45,6),'#fff3cd')}
 // triple lamp over the snooker table
 {const xm=(x0+x1)/2,y=2.14,z=4.3,k=cam.f/z,bar=2.52;for(const dx of[-.45,.45]){const t=cam.p([xm+dx,CH-.2,z]),b=cam.p([xm+dx,bar,z]);s.s(`M${P(...t)}L${P(...b)}`,'#241a17',2)}
  const A=cam.p([xm-.86,bar,z]),B=cam.p([xm+.86,bar,z]);s.p(poly([[A[0],A[1]-4],[B[0],B[1]-4],[B[0],B[1]+4],[A[0],A[1]+4]]),'#b07c36');s.s(`M${P(A[0],A[1]-3)}L${P(B[0],B[1]-3)}`,'#f0c878',1.6);s.p(circ(A[0],A[1],6)+circ(B[0],B[1],6),'#c9903f');
  const ty=cam.p([xm,T,z])[1];
  for(const dx of[-.68,0,.68]){const b=cam.p([xm+dx,y,z]),a=cam.p([xm+dx,bar,z]);s.s(`M${P(...a)}L${P(b[0],b[1]-.2*k)}`,'#b07c36',3);
   s.p(poly([[b[0]-.27*k,b[1]+.02*k],[b[0]+.27*k,b[1]+.02*k],[b[0]+.62*k,ty+20],[b[0]-.62*k,ty+20]]),s.grad([[0,'#ffdc94',.36],[1,'#ffdc94',0]],0,b[1],0,ty+20));
   s.p(circ(b[0],b[1]+.03*k,.5*k),s.grad([[0,'#ffe7ae',.65],[1,'#ffe7ae',0]],b[0],b[1]+.03*k,.5*k,0,'radial'));
   s.p(`M${P(b[0]-.07*k,b[1]-.2*k)}Q${P(b[0]-.12*k,b[1]-.07*k)} ${P(b[0]-.28*k,b[1]+.03*k)}L${P(b[0]+.28*k,b[1]+.03*k)}Q${P(b[0]+.12*k,b[1]-.07*k)} ${P(b[0]+.07*k,b[1]-.2*k)}Z`,'#15574f');s.p(`M${P(b[0]-.07*k,b[1]-.2*k)}Q${P(b[0]-.12*k,b[1]-.07*k)} ${P(b[0]-.28*k,b[1]+.03*k)}L${P(b[0]-.15*k,b[1]+.03*k)}Q${P(b[0]-.06*k,b[1]-.07*k)} ${P(b[0]-.02*k,b[1]-.2*k)}Z`,'#3f9585');s.p(lens(b[0],b[1]+.03*k,.27*k,.045*k),'#fff3cd')}}
 s.rect(0,0,1200,900,s.grad([[0,'#1c0d08',0],[.6,'#1c0d08',.03],[1,'#1c0d08',.5]],600,430,800,0,'radial'));
 return s.svg('Ilustração: sala de jogos com sinuca, dardos e mesa de carteado');
}
