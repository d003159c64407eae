import {Scene,Batch,Cam,rng,mix,lerp,clamp,poly,lens,smooth,blob,tuft,P,n1,circ,TAU,ridge,under,treeline,box,line3,boards,cumulus,yAt} from './lib.mjs';
import {glints} from './lago.mjs';
export function sauna(seed=151){
 const s=new Scene(),R=rng(seed),HZ=388,D=HZ-416,cam=new Cam({pos:[.1,1.42,0],f:740,cx:600,cy:HZ,near:.25});
 const q=(p,f,o)=>s.p(cam.poly(p),f,o),ln=(p,c,w,o)=>s.s(line3(cam,p),c,w,o);
 const XL=-2.15,XR=2.15,ZB=4.7,CH=2.45;
 // cedar boards, three walls and ceiling
 const tones=['#d29a60','#c98f56','#daa46b','#c4884f','#d69e64'];
 const plank=(face,u0,u1,y0,y1,h,dk,cut=1.7)=>{const B=new Batch();let l='';for(let y=y0;y<y1-.001;y+=h){const e=Math.min(y+h,y1);let u=u0-R()*cut;while(u<u1){const v=Math.min(u1,u+cut*(.7+.6*R())),a=Math.max(u,u0);if(v>a)B.add(mix(R.pick(tones),'#5c3322',dk),cam.poly([face(a,y),face(v,y),face(v,e),face(a,e)]));u=v}l+=line3(cam,[face(u0,y),face(u1,y)])}B.to(s);s.s(l,mix('#8a5730','#3a2014',dk),1.3,.75)};
 plank((u,y)=>[u,y,ZB],XL,XR,0,CH,.145,.04);
 plank((u,y)=>[XL,y,u],.4,ZB,0,CH,.145,.14);
 plank((u,y)=>[XR,y,u],.4,ZB,0,CH,.145,.26);
 plank((u,y)=>[u,CH,y],XL,XR,.4,ZB,.2,.34,9);
 // window on the serra and the lake, low sun
 const wx0=-.3,wx1=1.05,wy0=1.2,wy1=2.05,win=cam.poly([[wx0,wy0,ZB],[wx1,wy0,ZB],[wx1,wy1,ZB],[wx0,wy1,ZB]]);
 s.inClip(win,()=>{s.rect(480,270,320,HZ-266,s.grad([[0,'#84b7bd'],[.55,'#e6dcb8'],[1,'#f9cc90']],0,284,0,HZ));s.p(circ(676,HZ-26,13),'#fff3cf');s.p(circ(676,HZ-26,60),s.grad([[0,'#ffe8b0',.8],[1,'#ffe8b0',0]],676,HZ-26,60,0,'radial'));
  s.p(lens(590,340+D,46,3)+lens(620,346+D,30,2)+lens(710,332+D,40,2.6),'#fbe6bd',.8);
  [[[[500,396],[560,384],[600,372],[640,371],[668,384],[720,392],[790,386]],.15],[[[500,406],[580,400],[660,406],[720,402],[790,394]],.55],[[[500,413],[600,414],[700,412],[790,408]],.9]].forEach(([k,t],i)=>{const r=ridge(k.map(([x,y])=>[x,y+D]),{amp:3,freq:.04,seed:seed+i,step:4}),c=mix('#c2ab88','#245a56',t);s.p(under(r,HZ+3),s.grad([[0,c],[1,mix(c,'#f9d9a0',.4)]],0,370+D,0,HZ+3));if(i===2)s.p(treeline(r,{size:2.8,seed:5}),mix(c,'#123c38',.4))});
  s.rect(480,HZ,320,60,s.grad([[0,'#f3d6a0'],[.35,'#a7c4b0'],[1,'#2c8586']],0,HZ,0,HZ+36));s.p(glints(R,{y0:HZ+2,y1:HZ+32,n:34,x:()=>R.r(520,760),w:[4,14],h:[.5,1.2]}),'#fff6d8',.85);s.p(glints(R,{y0:HZ+2,y1:HZ+32,n:22,x:()=>676+R.n()*10,w:[4,10],h:[.6,1.4]}),'#fff3cf',.95);
  for(const[x,r]of[[532,16],[552,11],[756,15]]){s.p(blob(x,HZ+34,r,r*.9,R,{lobes:8}),'#2c6343');s.p(blob(x-3,HZ+30,r*.6,r*.5,R,{lobes:7}),'#5d9150')}});
 s.p(win,s.grad([[0,'#fff1c8',.25],[1,'#fff1c8',0]],676,HZ-20,180,0,'radial'));
 // reveal and frame, one mullion
 {const fr='#8a5730',fl='#e6b47a';for(const[a,b,c,d]of[[wx0-.1,wx1+.1,wy1,wy1+.1],[wx0-.1,wx1+.1,wy0-.1,wy0],[wx0-.1,wx0,wy0,wy1],[wx1,wx1+.1,wy0,wy1]])q([[a,c,ZB-.02],[b,c,ZB-.02],[b,d,ZB-.02],[a,d,ZB-.02]],fr);const m=(wx0+wx1)/2;q([[m-.03,wy0,ZB-.02],[m+.03,wy0,ZB-.02],[m+.03,wy1,ZB-.02],[m-.03,wy1,ZB-.02]],fr);q([[wx0-.16,wy0-.1,ZB-.1],[wx1+.16,wy0-.1,ZB-.1],[wx1+.16,wy0-.04,ZB-.1],[wx0-.16,wy0-.04,ZB-.1]],fl);q([[wx0-.1,wy1+.09,ZB-.03],[wx1+.1,wy1+.09,ZB-.03],[wx1+.1,wy1+.1,ZB-.03],[wx0-.1,wy1+.1,ZB-.03]],fl);q([[wx0,wy0,ZB-.015],[wx0+.03,wy0,ZB-.015],[wx0+.03,wy1,ZB-.015],[wx0,wy1,ZB-.015]],fl)}
 // thermometer and hourglass, right of the window
 {const p=cam.p([1.5,1.86,ZB-.03]),k=cam.f/ZB;s.p(circ(p[0]+2,p[1]+3,.15*k),'#6b3f24',.5);s.p(circ(p[0],p[1],.15*k),'#8a5730');s.p(circ(p[0],p[1],.118*k),'#fbf1dc');s.s(`M${P(p[0],p[1])}L${P(p[0]+9,p[1]-11)}`,'#b9402a',2.2);let d='';for(let i=0;i<9;i++){const a=Math.PI*(.75+i*1.5/8);d+=`M${P(p[0]+Math.cos(a)*12.5,p[1]+Math.sin(a)*12.5)}L${P(p[0]+Math.cos(a)*16.5,p[1]+Math.sin(a)*16.5)}`}s.s(d,'#5a4636',1.3);s.p(circ(p[0],p[1],2.6),'#5a4636')}
 // ceiling lamp light
 {const p=cam.p([-1.6,CH,3.9]);s.p(circ(p[0],p[1]+40,330),s.grad([[0,'#ffdf9a',.42],[.5,'#ffc878',.16],[1,'#ffc878',0]],p[0],p[1]+40,330,0,'radial'))}
 // floor: dark slate with a duckboard of light wood
 q([[XL,0,.3],[XR,0,.3],[XR,0,ZB],[XL,0,ZB]],'#57686a');{let g='';const B=new Batch();for(let z=.6;z<ZB;z+=.45)for(let x=XL,i=0;x<XR;x+=.72,i++){B.add(R.pick(['#5d7071','#52666a','#64787a','#4c5f62']),cam.poly([[x+.01,0,z+.01],[Math.min(x+.71,XR),0,z+.01],[Math.min(x+.71,XR),0,Math.min(z+.44,ZB)],[x+.01,0,Math.min(z+.44,ZB)]]))}B.to(s)}
 s.rect(0,560,1200,340,s.grad([[0,'#2a1a12',.2],[1,'#1a2426',.5]],0,600,0,900));
 // stone backing for the stove, right wall
 {const B=new Batch(),c=['#d0ad7c','#bd9768','#ddc294','#ab8459','#c9a272'];q([[XR-.02,0,2.35],[XR-.02,0,4.35],[XR-.02,1.75,4.35],[XR-.02,1.75,2.35]],'#6b5a44');let y=0;while(y<1.74){const h=R.r(.09,.15),e=Math.min(y+h,1.75);let z=2.35-R()*.2;while(z<4.35){const w=R.r(.2,.6),a=Math.max(z,2.35)+.012,b=Math.min(z+w,4.35)-.012;if(b-a>.05)B.add(mix(R.pick(c),'#4a2a1c',.12),cam.poly([[XR-.025,y+.012,a],[XR-.025,y+.012,b],[XR-.025,e-.006,b],[XR-.025,e-.006,a]]));z+=w}y=e}B.to(s);box(s,cam,[XR-.09,XR,1.75,1.81,2.3,4.4],{left:'#b98354',front:'#8a5730',side:'#8a5730'})}
 // benches: L along back and left, two tiers. slats drawn far to near
 const slat={top:'#e9bd84',front:'#b67d48',left:'#c98f58',right:'#a46c3c',side:'#a46c3c'};
 const glowBand=(pts,o)=>q(pts,'#ffcf82',o);
 // back upper
 const bx1=1.0;
 q([[XL,0,ZB-.62],[bx1,0,ZB-.62],[bx1,.9,ZB-.62],[XL,.9,ZB-.62]],'#5c3520');
 {const y0=.48,y1=.9;glowBand([[XL,y0,ZB-.62],[bx1,y0,ZB-.62],[bx1,y1,ZB-.62],[XL,y1,ZB-.62]],.0);const a=cam.p([0,y1,ZB-.62])[1],b=cam.p([0,y0,ZB-.62])[1];q([[XL,y0,ZB-.62],[bx1,y0,ZB-.62],[bx1,y1,ZB-.62],[XL,y1,ZB-.62]],s.grad([[0,'#ffdf98'],[.35,'#e9a458'],[1,'#8a522c']],0,a,0,b));for(let x=XL+.3;x<bx1;x+=.42)q([[x,y0,ZB-.63],[x+.07,y0,ZB-.63],[x+.07,y1,ZB-.63],[x,y1,ZB-.63]],'#7d4c2a')}
 for(let i=4;i>=0;i--){const z=ZB-.66+i*.132;box(s,cam,[XL,bx1,.88,.95,z,z+.108],slat)}
 // backrest on the back wall
 for(const y of[1.08])box(s,cam,[XL+.6,wx0-.24,y,y+.1,ZB-.1,ZB-.06],{...slat,front:'#e6b87e',bottom:'#8a5730'});
 box(s,cam,[XL+.6,wx0-.24,1.26,1.36,ZB-.1,ZB-.06],{...slat,front:'#e6b87e',bottom:'#8a5730'});for(const y of[1.05,1.23])q([[XL+.6,y,ZB-.01],[wx0-.22,y,ZB-.01],[wx0-.22,y+.04,ZB-.01],[XL+.6,y+.04,ZB-.01]],'#6b3f22',.4);
 // back lower
 {const y1=.46,z=ZB-1.16,a=cam.p([0,y1,z])[1],b=cam.p([0,0,z])[1];q([[XL+1.1,0,z],[bx1,0,z],[bx1,y1,z],[XL+1.1,y1,z]],s.grad([[0,'#ffd48a'],[.4,'#c9843f'],[1,'#5a3420']],0,a,0,b));for(let x=XL+1.3;x<bx1;x+=.42)q([[x,0,z-.01],[x+.07,0,z-.01],[x+.07,y1,z-.01],[x,y1,z-.01]],'#6b4024')}
 q([[bx1,0,ZB-1.16],[bx1,0,ZB],[bx1,.46,ZB],[bx1,.46,ZB-1.16]],'#5c3520');q([[bx1,.48,ZB-.62],[bx1,.48,ZB],[bx1,.9,ZB],[bx1,.9,ZB-.62]],'#6b4024');
 for(let i=3;i>=0;i--){const z=ZB-1.2+i*.137;box(s,cam,[XL+.6,bx1+.02,.43,.5,z,z+.112],slat)}
 // left upper: riser faces right
 const zn=1.75;
 {const a=cam.p([XL+.62,.9,zn]),x=XL+.62;q([[x,.48,zn],[x,.48,ZB-.6],[x,.9,ZB-.6],[x,.9,zn]],s.grad([[0,'#ffdd94'],[.5,'#e2a058'],[1,'#935a30']],0,cam.p([x,.9,3])[1],0,cam.p([x,.45,3])[1]));for(let z=zn+.2;z<ZB-.7;z+=.42)q([[x+.01,.48,z],[x+.01,.48,z+.07],[x+.01,.9,z+.07],[x+.01,.9,z]],'#7d4c2a')}
 for(let i=0;i<5;i++){const x=XL+i*.132;box(s,cam,[x,x+.108,.88,.95,zn,ZB-(i>0?.66:.0)],{top:i%2?'#e3b57b':'#edc48c',front:'#a46c3c',right:'#b67d48',side:'#b67d48'})}
 // left lower
 {const x=XL+1.16;q([[x,0,zn],[x,0,ZB-1.16],[x,.46,ZB-1.16],[x,.46,zn]],s.grad([[0,'#ffd48a'],[.4,'#c9843f'],[1,'#5a3420']],0,cam.p([x,.46,2.6])[1],0,cam.p([x,0,2.6])[1]));for(let z=zn+.2;z<ZB-1.2;z+=.42)q([[x+.01,0,z],[x+.01,0,z+.07],[x+.01,.46,z+.07],[x+.01,.46,z]],'#6b4024');q([[XL,0,zn],[x,0,zn],[x,.46,zn],[XL,.46,zn]],'#7d4c2a');q([[XL,.46,zn],[XL+.62,.46,zn],[XL+.62,.9,zn],[XL,.9,zn]],'#8a5730')}
 for(let i=0;i<4;i++){const x=XL+.64+i*.14;box(s,cam,[x,x+.115,.43,.5,zn-.02,ZB-1.2],{top:i%2?'#e3b57b':'#edc48c',front:'#a46c3c',right:'#b67d48',side:'#b67d48'})}
 // warm spill on slate from under the benches
 q([[XL+1.2,.002,zn],[XL+1.75,.002,zn],[XL+1.75,.002,ZB-1.65],[bx1,.002,ZB-1.65],[bx1,.002,ZB-1.18],[XL+1.2,.002,ZB-1.18]],'#ffc06a',.22);
 // duckboard in the middle of the floor
 for(let i=12;i>=0;i--){const z=1.42+i*.155;box(s,cam,[-.62,.82,.02,.04,z,z+.125],{top:R.pick(['#d9a86e','#cf9c62','#e0b27a']),front:'#8a5a34',left:'#9a683e',right:'#8a5a34',side:'#9a683e'})}
 // towels on the upper back bench: folded stack, and one over the edge at left
 {const put=(x,z,y,w,c,cd)=>box(s,cam,[x,x+w,y,y+.07,z,z+.36],{top:c,front:cd,left:cd,right:cd,side:cd});put(-1.25,ZB-.56,.955,.52,'#fdf6e6','#e2d4b8');put(-1.24,ZB-.55,1.03,.5,'#56a5a2','#2b7f82');put(-1.23,ZB-.54,1.105,.48,'#fdf6e6','#e2d4b8');
  // rolled ones
  for(const[x,y,c,cd]of[[-.42,.955,'#f2e6cc','#cdb88f'],[-.22,.955,'#c96a44','#94452c'],[-.32,1.09,'#f2e6cc','#cdb88f']]){const p=cam.p([x,y+.075,ZB-.6]),k=cam.f/(ZB-.6),r=.078*k;s.p(circ(p[0]+2,p[1]-2,r),cd);s.p(circ(p[0],p[1],r),c);s.s(`M${P(p[0]-r*.1,p[1])}a${n1(r*.3)} ${n1(r*.3)} 0 1 1 ${n1(r*.3)} ${n1(r*.25)}a${n1(r*.55)} ${n1(r*.55)} 0 1 1 ${n1(-r*.75)} ${n1(-r*.7)}`,cd,1.4)}
  const x=XL+.06,z=2.35,w=.62;q([[x+.0,.956,z],[x+.585,.956,z],[x+.585,.956,z+w],[x,.956,z+w]],'#fdf6e6');q([[x+.585,.956,z],[x+.585,.956,z+w],[x+.62,.62,z+w],[x+.62,.62,z]],'#eadbbd');for(const d of[.1,.16,w-.18,w-.12]){ln([[x,.958,z+d],[x+.585,.958,z+d],[x+.62,.63,z+d]],'#2b7f82',2.6,.9)}let f='';for(let d=.02;d<w;d+=.05)f+=line3(cam,[[x+.62,.62,z+d],[x+.625,.56,z+d]]);s.s(f,'#eadbbd',1.8)}
 // bunch of eucalyptus on the left wall
 {const p=cam.p([XL+.04,2.0,3.0]);s.s(`M${P(p[0],p[1]-20)}v16`,'#6b3f24',2);let a='',b='',st='';for(let i=0;i<9;i++){const an=Math.PI/2+(i-4)*.17,L=R.r(62,92);let x=p[0],y=p[1]-4;for(let j=1;j<=6;j++){const t=j/6;const px=x+Math.cos(an)*L*t,py=y+Math.sin(an)*L*t;const d=(sg)=>{const la=an+sg*1.0,r=17*(1-.35*t);return `M${P(px,py)}Q${P(px+Math.cos(la-.5)*r*.8,py+Math.sin(la-.5)*r*.8)} ${P(px+Math.cos(la)*r,py+Math.sin(la)*r)}Q${P(px+Math.cos(la+.5)*r*.8,py+Math.sin(la+.5)*r*.8)} ${P(px,py)}Z`};i%2?a+=d(1)+d(-1):b+=d(1)+d(-1)}st+=`M${P(x,y)}L${P(x+Math.cos(an)*L,y+Math.sin(an)*L)}`}s.s(st,'#5d6a45',1.3);s.p(a,'#4f7f62');s.p(b,'#86ab86');s.rect(p[0]-7,p[1]-6,14,12,'#c9853f')}
 // shaded lamp in the left back corner
 {const z=ZB-.02,p=cam.p([XL+.36,1.98,z-.2]);s.p(circ(p[0],p[1],120),s.grad([[0,'#fff0bf',.8],[.4,'#ffd588',.32],[1,'#ffd588',0]],p[0],p[1],120,0,'radial'));s.p(poly([[p[0]-36,p[1]-26],[p[0]+36,p[1]-26],[p[0]+28,p[1]+28],[p[0]-28,p[1]+28]]),'#ffe9b0');for(let i=0;i<7;i++){const t=i/6;s.p(poly([[p[0]-38+76*t-3,p[1]-30],[p[0]-38+76*t+3,p[1]-30],[p[0]-29+58*t+2.4,p[1]+32],[p[0]-29+58*t-2.4,p[1]+32]]),i<3?'#b87c46':'#9a6236')}s.rect(p[0]-43,p[1]-31,86,6,'#8a5730');s.rect(p[0]-34,p[1]+26,68,6,'#8a5730')}
 // stove: iron, chimney, stones, wooden guard
 {const x0=1.22,x1=1.86,z0=2.95,z1=3.6,xm=(x0+x1)/2,zm=(z0+z1)/2;s.g(s.blur(5),()=>q([[x0-.35,.003,z0-.15],[x1,.003,z0-.15],[x1,.003,z1],[x0-.35,.003,z1]],'#10181a',.6));
  box(s,cam,[x0-.14,x1+.12,0,.05,z0-.3,z1+.1],{top:'#a3937a',front:'#6f624f',left:'#857660',side:'#857660'});
  {const a=cam.p([xm,.9,zm+.1]),b=cam.p([xm,CH,zm+.1]),w=.085*cam.f/zm;q([[xm-.16,CH-.005,zm-.06],[xm+.16,CH-.005,zm-.06],[xm+.16,CH-.005,zm+.26],[xm-.16,CH-.005,zm+.26]],'#3f4a49');s.p(poly([[a[0]-w,a[1]],[a[0]+w,a[1]],[b[0]+w,b[1]],[b[0]-w,b[1]]]),'#2e3838');s.p(poly([[a[0]-w,a[1]],[a[0]-w*.3,a[1]],[b[0]-w*.3,b[1]],[b[0]-w,b[1]]]),'#66706c');}
  for(const[x,z]of[[x0+.03,z0+.03],[x1-.1,z0+.03],[x0+.03,z1-.1]])box(s,cam,[x,x+.07,.05,.2,z,z+.07],{front:'#1b2324',left:'#2b3536',side:'#1b2324'});
  box(s,cam,[x0,x1,.18,.86,z0,z1],{top:'#2a3334',front:'#252e2f',left:'#3a4748',side:'#3a4748'});
  // ribs on the left face
  for(let i=1;i<5;i++)ln([[x0-.002,.2,lerp(z0,z1,i/5)],[x0-.002,.84,lerp(z0,z1,i/5)]],'#1d2526',2,.8);
  // fire door
  q([[x0+.09,.3,z0-.004],[x1-.09,.3,z0-.004],[x1-.09,.72,z0-.004],[x0+.09,.72,z0-.004]],'#151b1c');const dr=cam.poly([[x0+.15,.36,z0-.006],[x1-.15,.36,z0-.006],[x1-.15,.66,z0-.006],[x0+.15,.66,z0-.006]]);s.p(dr,'#7a2416');
  {const c=cam.p([xm,.38,z0]);s.inClip(dr,()=>{s.p(circ(c[0],c[1],64),s.grad([[0,'#ffd070'],[.5,'#ee7a34'],[1,'#7a2416',0]],c[0],c[1],64,0,'radial'));for(let i=0;i<9;i++){const x=c[0]+lerp(-36,36,(i+.5)/9),h=R.r(24,62);s.p(`M${P(x-6,c[1]+6)}C${P(x-9,c[1]-h*.4)} ${P(x+1,c[1]-h*.5)} ${P(x+R.r(-4,4),c[1]-h)}C${P(x+4,c[1]-h*.6)} ${P(x+10,c[1]-h*.35)} ${P(x+6,c[1]+6)}Z`,i%2?'#ffc25a':'#fff0b4',.9)}});s.s(dr,'#3d4a4b',2.4);const hd=cam.p([x0+.12,.5,z0-.02]);s.rect(hd[0]-4,hd[1]-10,6,22,'#d9a860')}
  // stones heaped in the basket
  const st=[];for(let l=0;l<3;l++)for(let i=0;i<9-l*2;i++){for(let j=0;j<3-l+ (l===2?1:0);j++){st.push([lerp(x0+.05+l*.07,x1-.05-l*.07,(i+.5+(l%2?.2:0))/(9-l*2)),.9+l*.075,lerp(z1-.05,z0+.03,(j+.5)/(3-l+(l===2?1:0)))])}}
  st.sort((a,b)=>a[1]-b[1]||b[2]-a[2]);for(const[x,y,z]of st){const p=cam.p([x,y,z]),k=cam.f/z,r=R.r(.045,.064)*k;const c=R.pick(['#6d7472','#7f8581','#5b6361','#8d8f86']);s.p(blob(p[0],p[1],r*1.05,r*.82,R,{lobes:3,amp:.08,rough:.16}),mix(c,'#20282a',.38));s.p(blob(p[0]-r*.2,p[1]-r*.22,r*.72,r*.48,R,{lobes:3,amp:.08,rough:.12}),mix(c,'#ffd9a0',.12))}
  // iron rim holding the stones
  q([[x0-.03,.84,z0-.03],[x1+.03,.84,z0-.03],[x1+.03,.91,z0-.03],[x0-.03,.91,z0-.03]],'#39464a');q([[x0-.03,.84,z0-.03],[x0-.03,.84,z1],[x0-.03,.91,z1],[x0-.03,.91,z0-.03]],'#566466');
  // glow on the floor before the door, heat on the stones
  {const p=cam.p([xm-.1,0,z0-.35]);s.g(`transform="translate(${p[0].toFixed(0)} ${p[1].toFixed(0)}) scale(1 .34)"`,()=>s.p(circ(0,0,190),s.grad([[0,'#ffac54',.5],[1,'#ffac54',0]],0,0,190,0,'radial')))}
  // guard: two posts and rails round the stove's near corner
  const gx=x0-.26,gz=z0-.34;for(const[x,z]of[[gx,z1+.1],[gx,gz],[gx,gz+.62]])box(s,cam,[x,x+.07,0,.62,z,z+.07],{front:'#b67d48',left:'#e0b27a',top:'#edc48c',side:'#b67d48'});
  for(const y of[.5]){box(s,cam,[gx+.01,gx+.05,y,y+.08,gz,z1+.1],{front:'#a46c3c',left:'#dcab72',top:'#edc48c',side:'#dcab72'});}}
 // steam
 {const st=(x,y,k,o)=>s.p(`M${P(x-10*k,y)}C${P(x-46*k,y-60*k)} ${P(x+34*k,y-90*k)} ${P(x+2*k,y-160*k)}C${P(x-26*k,y-216*k)} ${P(x+40*k,y-250*k)} ${P(x+24*k,y-320*k)}C${P(x+76*k,y-250*k)} ${P(x+30*k,y-214*k)} ${P(x+50*k,y-160*k)}C${P(x+80*k,y-92*k)} ${P(x+14*k,y-60*k)} ${P(x+20*k,y)}Z`,s.grad([[0,'#fff8e8',0],[.5,'#fff8e8',o],[1,'#fff8e8',0]],0,y-320*k,0,y));s.g(s.blur(5),()=>{st(905,484,.8,.5);st(950,480,.9,.4)})}
 // bucket and ladle, close by on the lower left bench
 {const p=cam.p([XL+.9,.5,2.12]),k=cam.f/2.12,w=.155*k,h=.27*k;s.g(s.blur(3),()=>s.p(lens(p[0]+12,p[1]+3,w*1.15,w*.3),'#5c3520',.6));
  const tx=p[0],ty=p[1]-h;s.s(`M${P(tx-w*1.02,ty+6)}C${P(tx-w*.9,ty-w*1.5)} ${P(tx+w*.9,ty-w*1.5)} ${P(tx+w*1.02,ty+6)}`,'#8a5730',6);s.s(`M${P(tx-w*1.04,ty+6)}C${P(tx-w*.92,ty-w*1.52)} ${P(tx+w*.9,ty-w*1.52)} ${P(tx+w*1.0,ty+4)}`,'#d9a86e',2);
  s.p(lens(tx,ty,w*1.06,w*.62),'#6b4024');s.p(`M${P(tx-w*1.06,ty)}a${n1(w*1.06)} ${n1(w*.3)} 0 1 0 ${n1(w*2.12)} 0a${n1(w*1.06)} ${n1(w*.3)} 0 1 0 ${n1(-w*2.12)} 0Z`,'#f0cc98');s.p(`M${P(tx-w*.93,ty+1)}a${n1(w*.93)} ${n1(w*.24)} 0 1 0 ${n1(w*1.86)} 0a${n1(w*.93)} ${n1(w*.24)} 0 1 0 ${n1(-w*1.86)} 0Z`,'#6b4024');s.p(lens(tx,ty+w*.1,w*.86,w*.22),'#4d9a99');s.p(lens(tx-w*.3,ty+w*.08,w*.3,w*.05),'#c8e6dc',.9);
  // ladle handle coming out
  s.s(`M${P(tx+w*.1,ty+w*.12)}L${P(tx+w*1.55,ty-w*1.25)}`,'#a46c3c',8);s.s(`M${P(tx+w*.1,ty+w*.1)}L${P(tx+w*1.53,ty-w*1.27)}`,'#e6b980',3);
  const body=`M${P(tx-w*1.06,ty)}L${P(tx-w*.88,p[1])}Q${P(tx,p[1]+w*.36)} ${P(tx+w*.88,p[1])}L${P(tx+w*1.06,ty)}Q${P(tx,ty+w*.6)} ${P(tx-w*1.06,ty)}Z`;s.p(body,'#c48a52');s.inClip(body,()=>{for(let i=0;i<9;i++){const a=-1+i*2/9,b=-1+(i+1)*2/9;const X=t=>Math.sin(t*Math.PI/2);s.p(poly([[tx+X(a)*w*1.06,ty-4],[tx+X(b)*w*1.06,ty-4],[tx+X(b)*w*.88,p[1]+w*.3],[tx+X(a)*w*.88,p[1]+w*.3]]),mix(['#dca468','#cf9659','#e2af76'][i%3],'#7a4a28',clamp((i-3)*.11,0,.6)))}
   for(const t of[.24,.78]){const y=lerp(ty,p[1],t);s.s(`M${P(tx-w*1.1,y)}Q${P(tx,y+w*.6-t*w*.2)} ${P(tx+w*1.1,y)}`,'#39464a',8);0}})}
 // corner shade, warm light kept in the middle
 s.rect(0,0,1200,900,s.grad([[0,'#2d160c',0],[.62,'#2d160c',.04],[1,'#2d160c',.5]],560,430,780,0,'radial'));
 {const p=cam.p([XL+.36,1.98,ZB-.22]);s.p(circ(p[0],p[1],210),s.grad([[0,'#fff0bf',.5],[.35,'#ffd588',.26],[1,'#ffd588',0]],p[0],p[1],210,0,'radial'))}
 return s.svg('Ilustração: sauna de madeira com fogão de pedras e janela para a serra');
}
