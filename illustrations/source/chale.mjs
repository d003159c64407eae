import {Scene,Cam,rng,mix,lerp,clamp,poly,lens,smooth,blob,leafFlecks,tuft,blade,P,n1,circ,TAU,ridge,under,treeline,tree,putTree,yAt,line3} from './lib.mjs';
import {escarp} from './serra.mjs';
import {streaks} from './lago.mjs';
export function chale(seed=131){
 const s=new Scene(),R=rng(seed),HZ=520,cam=new Cam({pos:[0,1.75,0],f:900,cx:600,cy:HZ,near:.4});
 // early morning, sun just up on the left
 s.rect(0,0,1200,HZ+40,s.grad([[0,'#6ea6b0'],[.4,'#b5d0c6'],[.72,'#f2e0bb'],[1,'#f8cf96']],0,0,0,HZ-60));
 s.rect(0,0,1200,HZ,s.grad([[0,'#fff0c8',.9],[.35,'#ffe3a8',.4],[1,'#ffe3a8',0]],60,330,620,0,'radial'));
 streaks(s,R,9,0,1200,50,190,'#f8e3bd','#d5ddcb');streaks(s,R,5,-50,700,170,260,'#fbd7a0','#fff0cf');
 s.p(under(ridge([[-20,372],[160,356],[340,350],[520,366],[700,380],[1220,390]],{amp:5,freq:.014,seed:4,step:10}),560),s.grad([[0,'#c6bf9f'],[1,'#f5ddb0']],0,346,0,450));
 // the wall of the serra on the right
 const rim=ridge([[250,402],[330,372],[400,338],[456,270],[486,226],[520,208],[640,196],[760,190],[900,198],[1010,186],[1120,178],[1220,170]],{amp:4,freq:.035,seed:seed+3,step:7,sharp:true});
 const foot=rim.map(([x,y])=>[x,Math.max(y+4,lerp(404,360,clamp((x-300)/800)))]);
 s.p(poly([...rim,[1220,520],[250,520]]),'#b39a72');
 escarp(s,{rim,foot,seed:seed+5,lit:'#f0cd92',mid:'#c9955e',shade:'#7a6b66',haze:'#f3dfb6',hz:.3,rows:6});
 s.p(poly([...rim.map(([x,y],i)=>[x,y-3-3*Math.abs(Math.sin(i*.9))]),...rim.slice().reverse().map(([x,y])=>[x,y+3])]),'#8f9f72');
 {let d='';for(let i=0;i<46;i++){const x=R.r(470,1200),y=lerp(yAt(rim,x),yAt(foot,x),R.r(.35,1));d+=blob(x,y,R.r(5,14),R.r(2,5),R,{lobes:6})}s.p(d,'#6f8a63',.75)}
 // waterfall thread
 {const fx=1052,fy=yAt(rim,fx);s.p(`M${fx-2} ${n1(fy)}C${fx-4} 250 ${fx-5} 300 ${fx-7} 366L${fx+8} 366C${fx+5} 300 ${fx+3} 250 ${fx+2} ${n1(fy)}Z`,'#fdf8ea',.95)}
 // wooded talus, then mist
 const t1=ridge([[-20,420],[200,412],[330,396],[520,378],[800,360],[1000,350],[1220,330]],{amp:8,freq:.02,seed:12,step:8});
 s.p(under(t1,600),s.grad([[0,'#84a07a'],[.5,'#b9c09a'],[1,'#e9dcb4']],0,330,0,480));s.p(treeline(t1,{size:8,seed:6,gap:1.5}),'#6c9070',.8);
 const mist=(y,h,o,n=6)=>{let d='';for(let i=0;i<n;i++)d+=lens(R.r(-60,1260),y+R.r(-h*.5,h*.5),R.r(170,380),h*R.r(.4,.9));s.p(d,'#fdf0d4',o)};
 s.rect(0,370,1200,120,s.grad([[0,'#fbecc9',0],[.6,'#fbecc9',.85],[1,'#fbecc9',.2]],0,370,0,490));
 const t2=ridge([[-20,452],[140,438],[300,452],[520,440],[760,452],[960,432],[1220,420]],{amp:9,freq:.022,seed:17,step:8});
 s.p(under(t2,640),s.grad([[0,'#5d8a74'],[.5,'#a3b795'],[1,'#e3dcb4']],0,420,0,540));s.p(treeline(t2,{size:12,seed:7,gap:1}),'#548270',.9);
 mist(402,9,.6,9);mist(486,16,.6,9);s.rect(0,450,1200,110,s.grad([[0,'#fdf0d4',0],[.55,'#fdf0d4',.8],[1,'#fdf0d4',.1]],0,450,0,560));
 // nearer trees around the house, dark in the mist
 const wood=(x0,x1,y,n,sz,c)=>{for(let i=0;i<n;i++){const x=lerp(x0,x1,i/(n-1))+R.r(-14,14),yy=y+R.r(-14,12),r=sz*R.r(.75,1.25);s.p(blob(x,yy,r,r*.95,R,{lobes:10,amp:.18,rough:.2}),c[0]);s.p(blob(x-r*.18,yy-r*.2,r*.72,r*.62,R,{lobes:9,amp:.2,rough:.2}),c[1]);s.p(blob(x-r*.36,yy-r*.42,r*.34,r*.24,R,{lobes:6,amp:.24}),c[2])}};
 wood(838,1230,520,9,52,['#2f6552','#47805a','#8fae66']);wood(980,1240,470,5,62,['#2a5f4e','#447d58','#93ad64']);
 wood(-30,170,538,5,40,['#3f7460','#5c8f68','#a8bd7c']);
 s.g(s.blur(5),()=>mist(540,9,.7,9));
 // lawn
 const lawn=ridge([[-20,556],[260,550],[560,548],[860,548],[1220,550]],{amp:4,freq:.01,seed:9,step:12});
 s.p(under(lawn,910),s.grad([[0,'#cfcb80'],[.25,'#98ac58'],[1,'#35643f']],0,552,0,900));
 {let a='',b='';for(let k=0;k<110;k++){const t=R(),x=R.r(-20,1220),y=lerp(572,890,t*t);a+=lens(x,y,lerp(12,84,t*t)*R.r(.5,1.2),lerp(.7,3,t))}s.p(a,'#eee59a',.4);for(let k=0;k<90;k++){const t=R(),x=R.r(-20,1220),y=lerp(574,890,t*t);b+=lens(x,y,lerp(12,84,t*t)*R.r(.5,1.2),lerp(.7,3,t))}s.p(b,'#2f5c3a',.32)}
 // mist lying on the grass behind the house
 s.g(s.blur(7),()=>{s.p(lens(240,574,330,15)+lens(980,572,300,14),'#fff6de',.75)});
 // the A-frame, in its own frame
 const th=.5,ox=.55,oz=15.2,ct=Math.cos(th),st=Math.sin(th);const H=(x,y,z)=>[ox+x*ct-z*st,y,oz+x*st+z*ct];const q=(p,f,o)=>s.p(cam.poly(p.map(a=>H(...a))),f,o);const ln=(p,c,w,o)=>s.s(line3(cam,p.map(a=>H(...a))),c,w,o);
 const W=3.3,RG=6.35,YE=.5,Dp=6.6,OV=1.15,FL=.55,VD=3;
 const rx=y=>W*(RG-y)/(RG-YE);// half width of the roof at height y
 const inn=(y,k=.34)=>rx(y)-k;
 s.g(s.blur(4),()=>q([[W-.3,0,-VD+.4],[W+5.4,0,.6],[W+5.0,0,Dp+2.4],[W,0,Dp]],'#254d38',.55));
 s.g(s.blur(3),()=>q([[-W-.9,0,-OV],[-W+.4,0,-OV],[-W+.4,0,Dp+.3],[-W-.5,0,Dp+.3]],'#254d38',.6));q([[-W+.35,0,-.1],[-W+.35,0,Dp],[-W+.35,YE+.5,Dp],[-W+.35,YE+.5,-.1]],'#4a4034');for(let i=0;i<7;i++)q([[-W+.3,0,i*.95+.1],[-W+.3,0,i*.95+.42],[-W+.3,YE+.3,i*.95+.42],[-W+.3,YE+.3,i*.95+.1]],'#a08d70');
 // stone piers and dark under the floor
 q([[-W+.4,.04,0],[W-.4,.04,0],[W-.4,FL,0],[-W+.4,FL,0]],'#3a3a34');
 // front wall: vertical boards in soft shade
 const tri=(k,z)=>[[-inn(FL,k),FL,z],[inn(FL,k),FL,z],[0,RG-k*1.6,z]];
 q([[-rx(FL),FL,0],[rx(FL),FL,0],[0,RG,0]],'#7a4b30');
 {for(let x=-3;x<3;x+=.26){const yt=z=>RG-Math.abs(z)*(RG-YE)/W-.12;const a=x,b=x+.25;if(yt(Math.max(Math.abs(a),Math.abs(b)))<FL+.1)continue;q([[a,FL,-.005],[b,FL,-.005],[b,yt(b),-.005],[a,yt(a),-.005]],R.pick(['#b37a4c','#a86f44','#bd8456','#9f673f']))}}
 // glass: one big gable light above, doors below
 const glow=s.grad([[0,'#ffe3a0'],[.55,'#f6b765'],[1,'#d98a48']],0,cam.p(H(0,RG,0))[1],0,cam.p(H(0,FL,0))[1]);
 {const y0=3.25,y1=5.3,k=.78;const a=inn(y0,k);q([[-a-.1,y0-.1,-.02],[a+.1,y0-.1,-.02],[0,y1+.26,-.02]],'#5c3b26');q([[-a,y0,-.03],[a,y0,-.03],[0,y1+.05,-.03]],glow);q([[-a,y0,-.035],[-a*.1,y0,-.035],[-a*.06,y0+1.7,-.035],[-a*.52,y0+.95,-.035]],'#fff3cf',.5);
  ln([[0,y0,-.04],[0,y1,-.04]],'#5c3b26',4);ln([[-inn(4.1,k),4.1,-.04],[inn(4.1,k),4.1,-.04]],'#5c3b26',3.4);
  // a lamp and a shelf inside
  const p=cam.p(H(.42,3.62,-.03));s.p(poly([[p[0]-8,p[1]-6],[p[0]+8,p[1]-6],[p[0]+12,p[1]+7],[p[0]-12,p[1]+7]]),'#fff6d8')}
 {const y0=FL,y1=2.72;for(const[a,b]of[[-1.62,-.82],[-.72,.72],[.82,1.62]]){q([[a-.08,y0,-.02],[b+.08,y0,-.02],[b+.08,y1+.08,-.02],[a-.08,y1+.08,-.02]],'#5c3b26');q([[a,y0+.1,-.03],[b,y0+.1,-.03],[b,y1,-.03],[a,y1,-.03]],glow)}
  q([[-1.62,y0+.1,-.035],[-.82,y0+.1,-.035],[-.82,y0+.95,-.035],[-1.62,y0+.6,-.035]],'#c2713a',.55);q([[.82,y0+.1,-.035],[1.62,y0+.1,-.035],[1.62,y0+.8,-.035],[.82,y0+.9,-.035]],'#c2713a',.5);
  ln([[0,y0+.05,-.04],[0,y1,-.04]],'#5c3b26',4);for(const x of[-.36,.36])ln([[x,y0+.1,-.04],[x,y1,-.04]],'#7a5030',1.2,.5);
  // curtains drawn aside
  q([[-.7,y0+.1,-.034],[-.5,y0+.1,-.034],[-.6,y1,-.034],[-.7,y1,-.034]],'#fff6e0',.85);q([[.7,y0+.1,-.034],[.5,y0+.1,-.034],[.6,y1,-.034],[.7,y1,-.034]],'#fff6e0',.85);
  q([[-2.0,2.86,-.06],[2.0,2.86,-.06],[2.0,3.04,-.06],[-2.0,3.04,-.06]],'#6b4529');q([[-2.0,3.0,-.06],[2.0,3.0,-.06],[2.0,3.04,-.06],[-2.0,3.04,-.06]],'#c9955c')}
 // shade of the overhang on the wall
 q([[0,RG-.3,-.05],[inn(FL,.2),FL,-.05],[inn(FL,.2)-.7,FL,-.05],[0,RG-1.7,-.05]],'#3a2420',.34);
 // deck
 q([[-W+.5,FL,-VD],[W-.5,FL,-VD],[W-.5,FL,0],[-W+.5,FL,0]],'#d3a270');for(let i=1;i<14;i++)ln([[-W+.5,FL,-VD*i/14],[W-.5,FL,-VD*i/14]],'#93643c',.9,.6);
 q([[-1.2,FL+.002,-1.4],[1.2,FL+.002,-1.4],[.8,FL+.002,-.05],[-.8,FL+.002,-.05]],'#ffdb98',.45);
 q([[-W+.5,0,-VD],[W-.5,0,-VD],[W-.5,FL-.14,-VD],[-W+.5,FL-.14,-VD]],'#33402f');q([[-W+.5,0,-VD],[-W+.5,0,0],[-W+.5,FL-.14,0],[-W+.5,FL-.14,-VD]],'#4a4a34');
 for(const x of[-2.6,-1.3,1.3,2.6])q([[x-.14,0,-VD-.01],[x+.14,0,-VD-.01],[x+.14,FL-.14,-VD-.01],[x-.14,FL-.14,-VD-.01]],'#a39378');
 q([[-W+.5,FL-.16,-VD-.02],[W-.5,FL-.16,-VD-.02],[W-.5,FL,-VD-.02],[-W+.5,FL,-VD-.02]],'#9a6a40');q([[-W+.5,FL-.16,-VD],[-W+.5,FL-.16,0],[-W+.5,FL,0],[-W+.5,FL,-VD]],'#d6a066');
 // two chairs and a small table on the deck
 const chair=(x,z,c,d)=>{q([[x,FL,z],[x+.07,FL,z],[x+.07,FL+.4,z],[x,FL+.4,z]],'#4b2f1c');q([[x+.55,FL,z],[x+.62,FL,z],[x+.62,FL+.4,z],[x+.55,FL+.4,z]],'#4b2f1c');q([[x,FL+.4,z],[x+.62,FL+.4,z],[x+.62,FL+.36,z+.55],[x,FL+.36,z+.55]],c);q([[x,FL+.36,z+.02],[x+.62,FL+.36,z+.02],[x+.62,FL+.28,z],[x,FL+.28,z]],'#124b53');q([[x,FL+.36,z+.5],[x+.62,FL+.36,z+.5],[x+.62,FL+1.05,z+.75],[x,FL+1.05,z+.75]],d);for(const k of[.2,.4])ln([[x+k,FL+.38,z+.5],[x+k,FL+1.03,z+.74]],'#0f474c',1,.7);q([[x-.06,FL+.58,z],[x+.04,FL+.58,z],[x+.04,FL+.58,z+.6],[x-.06,FL+.58,z+.6]],'#e0b27a');q([[x+.58,FL+.58,z],[x+.68,FL+.58,z],[x+.68,FL+.58,z+.6],[x+.58,FL+.58,z+.6]],'#e0b27a')};
 chair(-2.2,-1.7,'#2f7f80','#1f6d78');chair(1.5,-1.75,'#2f7f80','#1f6d78');
 // left slope: shingles in rows
 {const rows=15,cols=['#a3633f','#b27148','#97583a','#bd7d52','#8c5035'];
  for(let r=0;r<rows;r++){const y0=lerp(YE,RG,r/rows),y1=lerp(YE,RG,(r+1)/rows),xa=-rx(y0),xb=-rx(y1);let z=-OV-R()*.4;const zE=Dp+.4;while(z<zE){const w=R.r(.42,.78),a=Math.max(z,-OV),b=Math.min(z+w,zE);if(b>a)q([[xa,y0-.03,a],[xa,y0-.03,b],[xb,y1,b],[xb,y1,a]],mix(R.pick(cols),'#f3b878',.34-.16*r/rows+R()*.06));z+=w}
   ln([[xa,y0-.02,-OV],[xa,y0-.02,zE]],'#5f3424',1.2,.55)}
  q([[-W,YE-.03,-OV],[-W,YE-.03,Dp+.4],[-rx(YE+.25),YE+.25,Dp+.4],[-rx(YE+.25),YE+.25,-OV]],'#4d2c20',.35)}
 // skylight set in the slope
 {const y0=2.7,y1=3.9,z0=2.2,z1=3.3;q([[-rx(y0)-.05,y0-.1,z0-.1],[-rx(y0)-.05,y0-.1,z1+.1],[-rx(y1)-.05,y1+.1,z1+.1],[-rx(y1)-.05,y1+.1,z0-.1]],'#4a3024');q([[-rx(y0)-.07,y0,z0],[-rx(y0)-.07,y0,z1],[-rx(y1)-.07,y1,z1],[-rx(y1)-.07,y1,z0]],'#bfe0da');q([[-rx(y0)-.08,y0,z0],[-rx(y0)-.08,y0,z0+.5],[-rx(y1)-.08,y1,z0+.25],[-rx(y1)-.08,y1,z0]],'#fdf5dc',.8)}
 // stovepipe and smoke
 {const zc=4.6,xc=-.62,a=cam.p(H(xc,5.1,zc)),b=cam.p(H(xc,6.9,zc)),w=7;s.p(poly([[a[0]-w,a[1]],[a[0]+w,a[1]],[b[0]+w,b[1]],[b[0]-w,b[1]]]),'#3d4442');s.p(poly([[a[0]-w,a[1]],[a[0]-w*.35,a[1]],[b[0]-w*.35,b[1]],[b[0]-w,b[1]]]),'#c9b08a');s.p(poly([[b[0]-w*1.7,b[1]-8],[b[0],b[1]-17],[b[0]+w*1.7,b[1]-8]]),'#2f3736');s.rect(b[0]-w*.7,b[1]-9,w*1.4,10,'#2f3736');
  const p=[b[0],b[1]-16];s.p(`M${P(p[0]-5,p[1])}C${P(p[0]-18,p[1]-36)} ${P(p[0]+22,p[1]-52)} ${P(p[0]+10,p[1]-92)}C${P(p[0]+2,p[1]-122)} ${P(p[0]+40,p[1]-138)} ${P(p[0]+58,p[1]-166)}C${P(p[0]+44,p[1]-118)} ${P(p[0]+52,p[1]-100)} ${P(p[0]+40,p[1]-74)}C${P(p[0]+36,p[1]-42)} ${P(p[0]+2,p[1]-34)} ${P(p[0]+7,p[1])}Z`,s.grad([[0,'#fffaf0',0],[1,'#fffaf0',.85]],0,p[1]-166,0,p[1]))}
 // underside of the right overhang, right slope's lower edge
 q([[0,RG,-OV],[W,YE,-OV],[W,YE,0],[0,RG,0]],'#4a2f20');for(let i=1;i<7;i++)ln([[W*i/7,lerp(RG,YE,i/7),-OV],[W*i/7,lerp(RG,YE,i/7),0]],'#33201a',1.2,.8);q([[0,RG,-OV],[W,YE,-OV],[W,YE,0],[0,RG,0]],s.grad([[0,'#f0a860',.0],[1,'#f0a860',.28]],0,cam.p(H(0,RG,0))[1],0,cam.p(H(0,FL,0))[1]));
 // bargeboards
 const bb=(sg,c)=>{const k=.26;q([[0,RG+.12,-OV-.01],[sg*(W+.07),YE-.08,-OV-.01],[sg*(W-k),YE-.08,-OV-.01],[0,RG-.42,-OV-.01]],c)};bb(1,'#9a6236');bb(-1,'#d39a5e');q([[0,RG+.12,-OV-.02],[-(W+.07),YE-.08,-OV-.02],[-(W+.0),YE-.08,-OV-.02],[0,RG+.0,-OV-.02]],'#f5cd92');
 ln([[0,RG+.06,-OV],[0,RG+.06,Dp+.4]],'#f3c894',4);ln([[0,RG+.06,-OV],[0,RG+.06,Dp+.4]],'#fdebc4',1.4);
 // deck rail, open at the steps
 const rail=(xa,xb)=>{for(let x=xa+.1;x<xb-.03;x+=.21)q([[x,FL+.08,-VD+.03],[x+.05,FL+.08,-VD+.03],[x+.05,FL+.86,-VD+.03],[x,FL+.86,-VD+.03]],'#8a5a36');q([[xa,FL+.86,-VD+.02],[xb,FL+.86,-VD+.02],[xb,FL+.97,-VD+.02],[xa,FL+.97,-VD+.02]],'#c98f58')};
 {const xl=-W+.52;for(let z=-VD+.2;z<-OV;z+=.21)q([[xl,FL+.08,z],[xl,FL+.08,z+.05],[xl,FL+.86,z+.05],[xl,FL+.86,z]],'#b07c4c');q([[xl,FL+.86,-VD],[xl,FL+.86,-OV-.1],[xl,FL+.97,-OV-.1],[xl,FL+.97,-VD]],'#eabf88')}
 rail(-W+.5,-.95);rail(.95,W-.5);for(const x of[-W+.5,-.98,.9,W-.58])q([[x,FL,-VD+.01],[x+.1,FL,-VD+.01],[x+.1,FL+1.06,-VD+.01],[x,FL+1.06,-VD+.01]],'#6b4529'),q([[x,FL,-VD],[x+.03,FL,-VD],[x+.03,FL+1.06,-VD],[x,FL+1.06,-VD]],'#e0b27a');
 // steps
 for(let i=2;i>=0;i--){const z=-VD-.32*(3-i),y=FL*(i+1)/4;q([[-.95,0,z],[.95,0,z],[.95,y,z],[-.95,y,z]],'#8d6240');q([[-.95,y,z],[.95,y,z],[.95,y,z+.32],[-.95,y,z+.32]],'#e2bb86');q([[-.95,0,z],[-.95,0,z+.32],[-.95,y,z+.32],[-.95,y,z]],'#c48f5c')}
 // firewood stacked along the left eave
 {const B=[];for(let z=.5;z<3.6;z+=.24)for(let r=0;r<3;r++)B.push([z+(r%2?.12:0),.14+r*.21]);q([[-W-.12,0,.3],[-W-.12,0,3.85],[-W-.12,.72,3.75],[-W-.12,.72,.4]],'#4b3322');for(const[z,y]of B){const p=cam.p(H(-W-.14,y,z)),r=900*.1/cam.depth(H(-W-.14,y,z));s.p(`M${P(p[0]-r*.6,p[1])}a${n1(r*.6)} ${n1(r)} 0 1 0 ${n1(r*1.2)} 0a${n1(r*.6)} ${n1(r)} 0 1 0 ${n1(-r*1.2)} 0Z`,R.pick(['#d9ac7a','#c99a68','#e6c193']));s.p(lens(p[0],p[1],r*.3,r*.7),'#9a6a42',.7)}}
 {let g='';for(let i=0;i<16;i++){const p=cam.p(H(-W-.25-R()*.2,0,lerp(-OV,Dp+.3,i/15)+R.r(-.15,.15)));g+=tuft(p[0],p[1]+3,R.r(9,18),4,R,{spread:1.2,w:1.5})}s.p(g,'#3f7344')}
 // shrubs and flowers at the foot of the deck
 {let a='',b='';const fl=[];for(let i=0;i<46;i++){const left=i<22;const h=left?H(-W+.2-R()*.25,0,lerp(-VD,0,R())):H(lerp(-W+.5,W-.2,R()),0,-VD-.35-R()*.3);if(!left){const lx=(h[0]-ox)*ct+(h[2]-oz)*st;if(lx>-1.3&&lx<1.3)continue}const p=cam.p(h),r=R.r(9,18);a+=blob(p[0],p[1]-r*.4,r,r*.74,R,{lobes:7});b+=blob(p[0]-r*.25,p[1]-r*.65,r*.58,r*.36,R,{lobes:6});for(let k=0;k<3;k++)fl.push([p[0]+R.r(-r,r)*.8,p[1]-r*R.r(.3,1.1)])}s.p(a,'#2f6240');s.p(b,'#7fa556');for(const c of['#fdf3dc','#e9663f','#f0b23c']){let d='';for(const f of fl)if(R()<.34)d+=lens(f[0],f[1],2.8,3.4);s.p(d,c)}}
 // earth path from the steps, turning out of the picture
 {const a=cam.p(H(-.85,0,-VD-1)),b=cam.p(H(.85,0,-VD-1));const L=[a,[a[0]-14,a[1]+52],[a[0]-150,a[1]+70],[180,916]],Q=[b,[b[0]+60,b[1]+66],[b[0]-40,b[1]+110],[560,916]];
  s.p(`M${P(...L[0])}C${P(...L[1])} ${P(...L[2])} ${P(...L[3])}L${P(...Q[3])}C${P(...Q[2])} ${P(...Q[1])} ${P(...Q[0])}Z`,s.grad([[0,'#e3a673'],[1,'#a9502f']],0,a[1],0,900));
  const bz=(p,t)=>{const u=1-t;return[0,1].map(k=>u*u*u*p[0][k]+3*u*u*t*p[1][k]+3*u*t*t*p[2][k]+t*t*t*p[3][k])};
  let d='',e='';for(let i=0;i<54;i++){const t=R(),u=R.r(.08,.92),A=bz(L,t),B=bz(Q,t);(i%2?d+=lens(lerp(A[0],B[0],u),lerp(A[1],B[1],u),lerp(3,16,t),lerp(.9,3.6,t)):e+=lens(lerp(A[0],B[0],u),lerp(A[1],B[1],u),lerp(3,12,t),lerp(.9,2.8,t)))}s.p(d,'#f5c99d',.6);s.p(e,'#7a3520',.4);
  let g='',g2='';for(let i=0;i<84;i++){const t=Math.pow(R(),.8),sd=R()<.5,p=bz(sd?L:Q,t);const x=p[0]+(sd?-1:1)*R.r(-2,10)*(.3+t);(R()<.55?g+=tuft(x,p[1]+2,lerp(6,36,t),4,R,{spread:1.1,w:lerp(.8,2.3,t)}):g2+=tuft(x,p[1]+2,lerp(6,32,t),4,R,{spread:1.1,w:lerp(.8,2,t)}))}s.p(g,'#44733f');s.p(g2,'#c3c468')}
 // a tall tree on the left holds the frame
 {const x=150,y=700,h=520;s.g(s.blur(5),()=>s.p(lens(x+190,y+12,280,24),'#274d30',.5));putTree(s,tree(x,y,h,R,{w:h*.44,blobs:11,flat:.85,lean:-.05}),{trunk:'#4f3c2e',dark:'#235344',mid:'#3d7650',light:'#86a75c',fleck:'#dcd88c'});let e='';for(let i=0;i<12;i++)e+=tuft(x+R.r(-30,34),y+R.r(2,10),R.r(14,28),4,R,{spread:1.2,w:1.8});s.p(e,'#44733f')}
 // thin veils of mist in front of the wood and across the meadow
 s.g(s.blur(9),()=>{s.p(lens(1060,586,240,16),'#fff6de',.6)});
 // foreground grass with dew flowers
 {let a='',b='';for(let i=0;i<58;i++){const x=R.r(-10,1215);if(x>190&&x<560&&R()<.85)continue;a+=tuft(x,914,R.r(44,110),4,R,{spread:.9,w:2.5,lean:.08});if(i%2)b+=tuft(x+8,910,R.r(40,96),3,R,{spread:.9,w:1.8,lean:.14})}s.p(b,'#a9b858');s.p(a,'#28563a');
  for(let i=0;i<24;i++){const x=R()<.2?R.r(20,170):R.r(620,1190),y=R.r(786,862);s.s(`M${P(x-3,910)}Q${P(x,y+40)} ${P(x+2,y)}`,'#55743e',1.3);const c=R.pick(['#fdf6e3','#f6e3b4','#f2c14e']),r=R.r(2.6,4.6);s.p(lens(x+2,y-2,r*1.25,r*1.3),c);s.p(lens(x+2,y-3,r*.5,r*.5),'#fff')}}
 return s.svg('Ilustração: chalé de madeira ao pé da serra, com névoa da manhã');
}
