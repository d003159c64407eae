import {Scene,Batch,Cam,rng,mix,lerp,clamp,poly,lens,smooth,blob,tuft,P,n1,circ,TAU,ridge,under,treeline,box,line3,boards,bleaf,cumulus,palm} from './lib.mjs';
import {glints} from './lago.mjs';
export function sala(seed=141){
 const s=new Scene(),R=rng(seed),HZ=412,cam=new Cam({pos:[.3,1.5,0],f:780,cx:610,cy:HZ,near:.25});
 const q=(p,f,o)=>s.p(cam.poly(p),f,o),ln=(p,c,w,o)=>s.s(line3(cam,p),c,w,o);
 const XL=-3.1,XR=3.1,ZB=6.4,CH=2.7,RG=4.15,roof=x=>RG-(RG-CH)*Math.abs(x)/XR;
 // the lake through the glass gable, late afternoon
 const gx0=-.5,gx1=2.8,view=cam.poly([[gx0,0,ZB],[gx1,0,ZB],[gx1,roof(gx1)-.28,ZB],[0,roof(0)-.28,ZB],[gx0,roof(gx0)-.28,ZB]]);
 s.inClip(view,()=>{s.rect(480,80,480,HZ-76,s.grad([[0,'#6fadbc'],[.55,'#b9d9cf'],[1,'#fae3b4']],0,110,0,HZ));cumulus(s,640,250,.62,R,{lit:'#fff8e8',sh:'#d5dfd2'});cumulus(s,838,318,.4,R,{lit:'#fff5df',sh:'#dfe0cc'});
  [[[[480,376],[580,364],[680,374],[780,360],[880,352],[960,362]],.12],[[[480,392],[600,388],[720,396],[840,382],[960,378]],.48],[[[480,404],[640,406],[800,402],[960,398]],.85]].forEach(([k,t],i)=>{const r=ridge(k,{amp:4,freq:.03,seed:seed+i,step:5}),c=mix('#bcc2a8','#24625a',t);s.p(under(r,HZ+4),s.grad([[0,c],[1,mix(c,'#fae3b4',.42)]],0,355,0,HZ+4));if(i===2)s.p(treeline(r,{size:3.6,seed:5}),mix(c,'#123c38',.35))});
  s.rect(480,HZ,480,160,s.grad([[0,'#f5e2b0'],[.2,'#b4d3c0'],[.6,'#4da09c'],[1,'#237a7e']],0,HZ,0,HZ+84));s.p(glints(R,{y0:HZ+3,y1:HZ+76,n:80,x:()=>R.r(490,940),w:[5,26],h:[.5,1.7]}),'#fffbe4',.75);
  // small canoe
  s.p(`M690 ${HZ+24}Q706 ${HZ+32} 730 ${HZ+23}Q710 ${HZ+28} 690 ${HZ+24}Z`,'#123c40');
  // deck, shrubs and rail outside
  boards(s,cam,{x0:-2,x1:5,z0:ZB,z1:9.2,cols:['#cfa172','#c69666','#d8ac7e'],R,w:.22,gap:'#8a5f3c'});
  for(let i=0;i<13;i++){const x=lerp(500,950,i/12),r=R.r(14,25);s.p(blob(x,HZ+84,r*1.25,r*.75,R,{lobes:8}),'#2c6343');s.p(blob(x-r*.25,HZ+79,r*.7,r*.4,R,{lobes:7}),'#6d9f52')}
  q([[-2,.96,9.2],[5,.96,9.2],[5,1.04,9.2],[-2,1.04,9.2]],'#b07c4c');for(const y of[.25,.5,.75])ln([[-2,y,9.2],[5,y,9.2]],'#7d8a88',1.3,.9);for(const x of[-.6,1,2.6,4.2])q([[x,0,9.2],[x+.08,0,9.2],[x+.08,.98,9.2],[x,.98,9.2]],'#8a5a36');
  const pp=cam.p([3.5,0,10.8]),pm=palm(pp[0],pp[1]+30,330,R,{crown:104,lean:-.06,n:15,tw:4.4,w:1.2});s.p(pm.back,'#2f6a44');s.p(pm.trunk,'#7a5f43');s.p(pm.front,'#245a3c');
  s.rect(480,80,480,560,'#fff6dc',.12)});
 // back wall: plaster round the glass
 const wL=s.grad([[0,'#cdb795'],[1,'#e8d8ba']],cam.p([XL,0,ZB])[0],0,cam.p([gx0,0,ZB])[0],0);
 q([[XL,0,ZB],[gx0,0,ZB],[gx0,roof(gx0),ZB],[XL,CH,ZB]],wL);q([[gx1,0,ZB],[XR,0,ZB],[XR,CH,ZB],[gx1,roof(gx1),ZB]],'#dcc9a8');
 q([[gx0,roof(gx0)-.28,ZB],[0,roof(0)-.28,ZB],[gx1,roof(gx1)-.28,ZB],[gx1,roof(gx1),ZB],[0,RG,ZB],[gx0,roof(gx0),ZB]],'#8a5f3c');
 // timber frame of the glass
 const fr='#8a5a36',fl='#c9975f',mull=[gx0,gx0+1.1,gx0+2.2,gx1-.09];
 for(const x of mull){q([[x,0,ZB],[x+.09,0,ZB],[x+.09,roof(x+.09)-.26,ZB],[x,roof(x)-.26,ZB]],fr);q([[x,0,ZB],[x+.025,0,ZB],[x+.025,roof(x)-.26,ZB],[x,roof(x)-.26,ZB]],fl)}
 for(const y of[0,2.3])q([[gx0,y,ZB],[gx1,y,ZB],[gx1,y+.1,ZB],[gx0,y+.1,ZB]],fr);q([[gx0,2.38,ZB],[gx1,2.38,ZB],[gx1,2.4,ZB],[gx0,2.4,ZB]],fl);
 q([[gx0,roof(gx0)-.34,ZB],[0,roof(0)-.34,ZB],[gx1,roof(gx1)-.34,ZB],[gx1,roof(gx1)-.26,ZB],[0,roof(0)-.26,ZB],[gx0,roof(gx0)-.26,ZB]],fl);
 s.p(view,s.grad([[0,'#fff1c8',.34],[1,'#fff1c8',0]],720,380,330,0,'radial'));
 // side walls, ceiling slopes, rafters
 q([[XL,0,.2],[XL,0,ZB],[XL,CH,ZB],[XL,CH,.2]],s.grad([[0,'#cdb592'],[1,'#f0e1c4']],0,0,200,0));
 q([[XR,0,.2],[XR,0,ZB],[XR,CH,ZB],[XR,CH,.2]],s.grad([[0,'#d5c3a3'],[1,'#a8916f']],950,0,1200,0));
 for(const sg of[-1,1]){const a=sg<0?XL:XR;q([[a,CH,.2],[0,RG,.2],[0,RG,ZB],[a,CH,ZB]],sg<0?'#b98a5c':'#a0744a');let d='';for(let k=1;k<12;k++){const t=k/12;d+=line3(cam,[[lerp(a,0,t),lerp(CH,RG,t),.5],[lerp(a,0,t),lerp(CH,RG,t),ZB]])}s.s(d,'#6f4a2c',1.2,.55);
  q([[a,CH,.2],[0,RG,.2],[0,RG,ZB],[a,CH,ZB]],s.grad([[0,'#3a2316',.5],[1,'#ffe0a8',.16]],0,0,0,300))}
 const rafter=zs=>{for(const z of zs){for(const sg of[-1,1]){const a=sg<0?XL:XR;q([[a,CH-.22,z],[0,RG-.22,z],[0,RG-.22,z+.14],[a,CH-.22,z+.14]],'#4d3220');q([[a,CH-.22,z],[0,RG-.22,z],[0,RG,z],[a,CH,z]],sg<0?'#94643f':'#7d5334');ln([[a,CH-.22,z],[0,RG-.22,z]],'#c08a58',1.2,.6)}}};rafter([6.25]);
 // floor
 boards(s,cam,{x0:XL,x1:XR,z0:.3,z1:ZB,cols:['#a8734a','#b07c52','#9c6841','#b8865a','#a26d45'],R,w:.2,gap:'#6b4329',cut:2.8});
 for(let i=0;i<3;i++){const a=gx0+.12+i*1.1,b=a+.96;q([[a,.002,ZB],[b,.002,ZB],[b-1.0,.002,3.1],[a-1.0,.002,3.1]],'#ffe3a6',.42)}
 s.rect(0,560,1200,340,s.grad([[0,'#3a2418',0],[1,'#3a2418',.36]],0,600,0,900));
 q([[XL+.004,0,.3],[XL+.004,0,ZB],[XL+.004,.13,ZB],[XL+.004,.13,.3]],'#f7eeda');q([[XR-.004,0,.3],[XR-.004,0,ZB],[XR-.004,.13,ZB],[XR-.004,.13,.3]],'#b8a482');
 // fireplace of mineira stone, floor to roof
 const fx0=-2.72,fx1=-.86,zf=5.75,wx=-1.02,wx0=-2.56;
 const cols=['#c9ab7c','#d8bd8e','#b8966a','#e2cca0','#ab8a62','#cdb083','#bf9460'];
 const stones=(face,u0,u1,yt,dk)=>{const B=new Batch();let y=0;while(y<yt){const h=R.r(.13,.2),e=Math.min(y+h,yt);let u=u0-R()*.2;while(u<u1){const w=R.r(.2,.5),a=Math.max(u,u0)+.008,b=Math.min(u+w,u1)-.008;if(b-a>.04){const j=()=>R.r(-.012,.012);B.add(mix(R.pick(cols),'#3a2a24',dk),cam.poly(face([[a+j(),y+.01+j()],[b+j(),y+.01+j()],[b+j(),e-.008+j()],[a+j(),e-.008+j()]])))}u+=w}y=e}B.to(s)};
 const F=z=>p=>p.map(([u,y])=>[u,y,z]),S=x=>p=>p.map(([u,y])=>[x,y,u]);
 s.g(s.blur(5),()=>q([[fx0,.003,zf-.5],[fx1+.5,.003,zf-.3],[fx1+.7,.003,ZB],[fx0,.003,ZB]],'#3a2015',.55));
 q([[wx0,0,zf],[wx,0,zf],[wx,roof(wx),zf],[wx0,roof(wx0),zf]],'#7d6648');s.inClip(cam.poly([[wx0,0,zf],[wx,0,zf],[wx,roof(wx)-.02,zf],[wx0,roof(wx0)-.02,zf]]),()=>stones(F(zf),wx0,wx,3.75,.04));
 q([[wx,0,zf],[wx,0,ZB],[wx,roof(wx),ZB],[wx,roof(wx),zf]],'#cfae7c');stones(S(wx),zf,ZB,3.62,-0);q([[wx,0,zf],[wx,0,ZB],[wx,roof(wx),ZB],[wx,roof(wx),zf]],'#fff0c4',.3);
 // opening
 {const o=[[-2.22,.34],[-1.36,.34],[-1.36,1.02]],arc=[];for(let i=0;i<=10;i++){const a=Math.PI*i/10;arc.push([-1.79+Math.cos(a)*.43,1.0+Math.sin(a)*.16])}const sh=[[-2.22,.34],[-1.36,.34],...arc].map(([x,y])=>[x,y,zf-.004]);
  const ring=[];for(let i=0;i<=10;i++){const a=Math.PI*i/10;ring.push([-1.79+Math.cos(a)*.56,1.0+Math.sin(a)*.29,zf-.003])}q([[-2.35,.3,zf-.003],[-1.23,.3,zf-.003],...ring],'#8f6a48');{let d='';for(let i=0;i<=9;i++){const a=Math.PI*i/9;d+=line3(cam,[[-1.79+Math.cos(a)*.43,1.0+Math.sin(a)*.16,zf-.005],[-1.79+Math.cos(a)*.56,1.0+Math.sin(a)*.29,zf-.005]])}for(const y of[.5,.68,.86])d+=line3(cam,[[-2.35,y,zf-.005],[-2.22,y,zf-.005]])+line3(cam,[[-1.36,y,zf-.005],[-1.23,y,zf-.005]]);s.s(d,'#5f4229',1.4,.8)}
  const cp=cam.poly(sh);s.p(cp,'#1f1512');const c=cam.p([-1.79,.45,zf]);
  s.inClip(cp,()=>{s.p(circ(c[0],c[1],92),s.grad([[0,'#ffb347',.95],[.5,'#d8562a',.6],[1,'#7a2416',0]],c[0],c[1],88,0,'radial'));
   for(const[dx,dy,w,a]of[[-26,2,30,-.1],[24,3,30,.12],[0,-4,34,-.22]])s.p(poly([[-w,-5],[w,-5],[w,5],[-w,5]].map(([x,y])=>[c[0]+dx+x*Math.cos(a)-y*Math.sin(a),c[1]+dy+x*Math.sin(a)+y*Math.cos(a)])),'#4b2b1c');
   for(let i=0;i<13;i++){const t=(i+.5)/13,x=c[0]+lerp(-40,40,t)+R.r(-3,3),y=c[1]+5,h=R.r(24,62)*(1-.7*Math.abs(t-.5));s.p(`M${P(x-6,y)}C${P(x-10,y-h*.4)} ${P(x+1,y-h*.5)} ${P(x+R.r(-4,4),y-h)}C${P(x+4,y-h*.6)} ${P(x+11,y-h*.35)} ${P(x+6,y)}Z`,i%3?'#ffb84a':'#f4762f',.92)}
   for(let i=0;i<6;i++){const x=c[0]+lerp(-24,24,i/5),h=R.r(12,26);s.p(`M${P(x-4,c[1]+5)}Q${P(x-5,c[1]-h*.4)} ${P(x,c[1]-h)}Q${P(x+5,c[1]-h*.4)} ${P(x+4,c[1]+5)}Z`,'#fff0b4',.9)}})}
 rafter([5.1,3.95,2.8,1.7]);
 // hearth and mantel
 box(s,cam,[fx0-.05,fx1+.05,0,.3,zf-.5,zf],{top:'#e8d3a6',front:'#a58560',right:'#d9bb8a',side:'#d9bb8a'});ln([[fx0-.05,.15,zf-.5],[fx1+.05,.15,zf-.5]],'#7d6244',1,.6);for(let i=1;i<6;i++)ln([[lerp(fx0,fx1,i/6),.0,zf-.501],[lerp(fx0,fx1,i/6),.3,zf-.501]],'#7d6244',1,.6);
 box(s,cam,[fx0,fx1,1.5,1.64,zf-.24,zf],{top:'#d39f66',front:'#7a5030',right:'#b07c4c',bottom:'#4b2f1c',side:'#b07c4c'});q([[wx0,1.32,zf-.006],[wx,1.32,zf-.006],[wx,1.5,zf-.006],[wx0,1.5,zf-.006]],'#3a2a22',.35);
 // fire light on stone and floor
 {const p=cam.p([-1.79,.55,zf-.3]);s.p(circ(p[0],p[1],230),s.grad([[0,'#ffb45a',.42],[.5,'#f08a3a',.13],[1,'#f08a3a',0]],p[0],p[1],230,0,'radial'))}
 // on the mantel: jar, clay bird, candle, small landscape leaning
 {const k=cam.f/zf,m=(x)=>cam.p([x,1.64,zf-.12]);
  {const p=m(-1.8);s.p(poly([[p[0]-46,p[1]-66],[p[0]+46,p[1]-66],[p[0]+46,p[1]],[p[0]-46,p[1]]]),'#6b4529');const c=`M${P(p[0]-40,p[1]-60)}h80v54h-80Z`;s.p(c,'#f4e2bc');s.inClip(c,()=>{s.p(circ(p[0]+16,p[1]-42,8),'#d9903c');s.p(smooth([[p[0]-44,p[1]-26],[p[0]-18,p[1]-36],[p[0]+8,p[1]-26],[p[0]+44,p[1]-32]])+`L${P(p[0]+44,p[1])}L${P(p[0]-44,p[1])}Z`,'#3a8a88');s.p(smooth([[p[0]-44,p[1]-14],[p[0]-8,p[1]-20],[p[0]+44,p[1]-14]])+`L${P(p[0]+44,p[1])}L${P(p[0]-44,p[1])}Z`,'#1f5f62')})}
  {const p=m(-2.4);s.p(`M${P(p[0]-10,p[1])}Q${P(p[0]-20,p[1]-20)} ${P(p[0]-7,p[1]-34)}V${n1(p[1]-42)}H${n1(p[0]+7)}V${n1(p[1]-34)}Q${P(p[0]+20,p[1]-20)} ${P(p[0]+10,p[1])}Z`,'#b5623a');s.p(`M${P(p[0]+2,p[1])}Q${P(p[0]+14,p[1]-18)} ${P(p[0]+3,p[1]-34)}V${n1(p[1]-42)}H${n1(p[0]+7)}V${n1(p[1]-34)}Q${P(p[0]+20,p[1]-20)} ${P(p[0]+10,p[1])}Z`,'#8f4526');let d='';for(let i=0;i<7;i++)d+=`M${P(p[0],p[1]-40)}Q${P(p[0]+(i-3)*5,p[1]-64)} ${P(p[0]+(i-3)*9,p[1]-80+Math.abs(i-3)*5)}`;s.s(d,'#a88a4a',1.4);let e='';for(let i=0;i<7;i++)e+=circ(p[0]+(i-3)*9,p[1]-81+Math.abs(i-3)*5,3);s.p(e,'#f2d27a')}
  for(const[x,h]of[[-1.22,30],[-1.08,20]]){const p=m(x);s.rect(p[0]-5,p[1]-h,10,h,'#fbf1dc');s.rect(p[0]+1,p[1]-h,4,h,'#d9c49a');s.p(`M${P(p[0],p[1]-h-12)}Q${P(p[0]+5,p[1]-h-4)} ${P(p[0],p[1]-h)}Q${P(p[0]-5,p[1]-h-4)} ${P(p[0],p[1]-h-12)}Z`,'#ffc25a')}}
 // basket of firewood on the hearth's left, poker set
 {const p=cam.p([-2.5,.3,zf-.28]),k=cam.f/5.5;for(const[dx,dy,r]of[[-15,-30,9],[2,-33,9],[16,-29,8],[-6,-42,8],[10,-43,8]]){s.p(circ(p[0]+dx,p[1]+dy,r),'#d8ae7e');s.p(circ(p[0]+dx,p[1]+dy,r*.5),'#a87a4c',.7)}s.p(`M${P(p[0]-29,p[1]-30)}Q${P(p[0]-27,p[1]-6)} ${P(p[0]-21,p[1]+2)}H${n1(p[0]+21)}Q${P(p[0]+27,p[1]-6)} ${P(p[0]+29,p[1]-30)}Z`,'#8a5a30');for(let i=1;i<4;i++)s.s(`M${P(p[0]-28+i,p[1]-30+i*8)}H${n1(p[0]+28-i)}`,'#c48f55',2.4,.8)}
 // left wall: shelf with books, a round straw hat
 {const x=XL+.01;box(s,cam,[XL,XL+.3,1.52,1.57,3.5,5.2],{right:'#a06c42',side:'#a06c42',bottom:'#5c3b24',front:'#7a5030',top:'#c08a55'});let z=5.0;while(z>3.95){const w=R.r(.05,.1),h=R.r(.24,.36);q([[XL+.24,1.57,z],[XL+.24,1.57,z-w],[XL+.24,1.57+h,z-w],[XL+.24,1.57+h,z]],R.pick(['#2b7f82','#b5562f','#d9a13c','#f0e0bd','#1f5f62','#8f4526','#7f9450']));q([[XL,1.57,z-w],[XL+.24,1.57,z-w],[XL+.24,1.57+h,z-w],[XL,1.57+h,z-w]],'#5a4634',.6);z-=w}
  q([[XL+.2,1.57,3.85],[XL+.2,1.57,3.62],[XL+.2,1.8,3.66],[XL+.2,1.8,3.81]],'#d8893a')}
 // right wall: big picture in two panels
 for(const[za,zb,a]of[[3.3,4.15,0],[4.28,5.13,1]]){const x=XR-.01,w=(y,z,o=0)=>[x-o,y,z];q([w(1.35,za),w(1.35,zb),w(2.25,zb),w(2.25,za)],'#7a5030');q([w(1.4,za+.05,.005),w(1.4,zb-.05,.005),w(2.2,zb-.05,.005),w(2.2,za+.05,.005)],'#f2dfb8');q([w(1.4,za+.05,.006),w(1.4,zb-.05,.006),w(a?1.82:1.74,zb-.05,.006),w(a?1.7:1.9,lerp(za,zb,.5),.006),w(a?1.74:1.66,za+.05,.006)],'#c98f56');q([w(1.4,za+.05,.007),w(1.4,zb-.05,.007),w(a?1.56:1.6,zb-.05,.007),w(1.66,lerp(za,zb,.4),.007),w(a?1.6:1.5,za+.05,.007)],'#2f7f80')}
 // rug
 {const r0=[-1.75,2.65],r1=[1.75,5.1];q([[r0[0],.004,r0[1]],[r1[0],.004,r0[1]],[r1[0],.004,r1[1]],[r0[0],.004,r1[1]]],'#ead8b2');q([[r0[0]+.12,.005,r0[1]+.12],[r1[0]-.12,.005,r0[1]+.12],[r1[0]-.12,.005,r1[1]-.12],[r0[0]+.12,.005,r1[1]-.12]],'#b9543a');q([[r0[0]+.2,.006,r0[1]+.2],[r1[0]-.2,.006,r0[1]+.2],[r1[0]-.2,.006,r1[1]-.2],[r0[0]+.2,.006,r1[1]-.2]],'#ead8b2');
  const D=new Batch();for(let i=0;i<7;i++)for(let j=0;j<5;j++){const x=lerp(r0[0]+.42,r1[0]-.42,i/6),z=lerp(r0[1]+.42,r1[1]-.42,j/4),w=.15;D.add((i+j)%2?'#c98a3c':'#2b7a7d',cam.poly([[x-w,.007,z],[x,.007,z-w],[x+w,.007,z],[x,.007,z+w]]));D.add('#ead8b2',cam.poly([[x-w*.4,.007,z],[x,.007,z-w*.4],[x+w*.4,.007,z],[x,.007,z+w*.4]]))}D.to(s);
  let f='';for(let x=r0[0];x<r1[0];x+=.08)f+=line3(cam,[[x,.004,r0[1]],[x,.004,r0[1]-.1]]);s.s(f,'#d8c496',1.6)}
 // floor lamp in the right corner, behind the sofa
 {const b=cam.p([2.72,0,5.9]),t=cam.p([2.72,1.62,5.9]),k=cam.f/5.9;s.s(`M${P(...b)}L${P(...t)}`,'#4b2f1c',3.4);s.p(lens(b[0],b[1],.16*k,.035*k),'#4b2f1c');s.p(circ(t[0],t[1]-.05*k,.75*k),s.grad([[0,'#ffe2a4',.55],[1,'#ffe2a4',0]],t[0],t[1]-.05*k,.75*k,0,'radial'));s.p(poly([[t[0]-.12*k,t[1]-.24*k],[t[0]+.12*k,t[1]-.24*k],[t[0]+.22*k,t[1]+.08*k],[t[0]-.22*k,t[1]+.08*k]]),s.grad([[0,'#fff3d4'],[1,'#f6d596']],0,t[1]-.24*k,0,t[1]+.08*k))}
 // sofa along the right wall, teal, facing the fire
 {const x0=1.72,x1=2.82,z0=2.95,z1=5.35,c={top:'#4f9f9d',front:'#1f666a',left:'#2f8485',side:'#1f666a'};
  s.g(s.blur(5),()=>q([[x0-.35,.003,z0-.25],[x1,.003,z0-.25],[x1,.003,z1],[x0-.35,.003,z1]],'#3a2015',.38));
  for(const z of[z0+.08,z1-.16])box(s,cam,[x0+.06,x0+.14,0,.16,z,z+.08],{front:'#4b2f1c',left:'#8a5a36',side:'#6b4529'});
  box(s,cam,[x0,x1,.14,.4,z0,z1],{front:'#1a5b60',left:'#287879',side:'#1a5b60'});
  box(s,cam,[x1-.3,x1,.4,.95,z0,z1],c);
  box(s,cam,[x0,x1,.3,.68,z1-.22,z1],c);
  const n=3,za=z0+.22,zb=z1-.22;for(let i=n-1;i>=0;i--){const a=lerp(za,zb,i/n)+.012,b=lerp(za,zb,(i+1)/n)-.012;box(s,cam,[x1-.46,x1-.26,.52,1.0,a,b],{top:'#62afab',front:'#23706f',left:'#3b9190',side:'#2a7a7b'});box(s,cam,[x0-.03,x1-.28,.4,.56,a,b],{top:'#62afab',front:'#23706f',left:'#348a8a',side:'#2a7a7b'})}
  // cushions leaning on the back
  const cu=(z,w,h,cl,cd,st)=>{const A=cam.p([x1-.72,.56,z]),B=cam.p([x1-.72,.56,z+w]),C=cam.p([x1-.5,.56+h,z+w]),D=cam.p([x1-.5,.56+h,z]);const m=(a,b,o)=>[(a[0]+b[0])/2,(a[1]+b[1])/2+o];s.p(`M${P(...A)}Q${P(...m(A,B,5))} ${P(...B)}Q${P(m(B,C,0)[0]-4,m(B,C,0)[1])} ${P(...C)}Q${P(...m(C,D,-5))} ${P(...D)}Q${P(m(D,A,0)[0]+8,m(D,A,0)[1])} ${P(...A)}Z`,cl);s.p(`M${P(...A)}Q${P(m(D,A,0)[0]+8,m(D,A,0)[1])} ${P(...D)}L${P(lerp(D[0],C[0],.2),lerp(D[1],C[1],.2)+4)}Q${P(lerp(A[0],D[0],.5)+2,lerp(A[1],D[1],.5)+4)} ${P(...A)}Z`,cd);if(st)s.s(`M${P(...m(A,B,0))}L${P(...m(D,C,0))}`,st,3,.9)};
  cu(z1-.82,.5,.42,'#d9963e','#a9682a');cu(z1-1.22,.44,.36,'#f6ead0','#d0bd98','#b9543a');cu(z0+.42,.5,.44,'#c2623d','#8f4029','#f2d9a8');
  box(s,cam,[x0-.02,x1,.14,.7,z0,z0+.22],{top:'#62afab',front:'#1c6165',left:'#2f8485',side:'#1c6165'});
  // throw over the near arm
  q([[x0+.25,.705,z0-.004],[x0+.72,.705,z0-.004],[x0+.72,.705,z0+.225],[x0+.25,.705,z0+.225]],'#f8ecd2');q([[x0+.25,.705,z0-.006],[x0+.72,.705,z0-.006],[x0+.74,.26,z0-.02],[x0+.24,.24,z0-.02]],'#e6d3a9');for(const x of[.36,.46,.6])ln([[x0+x,.7,z0-.01],[x0+x,.27,z0-.022]],'#c98a3c',2,.8);{let f='';for(let i=0;i<12;i++)f+=line3(cam,[[x0+.26+i*.042,.26,z0-.02],[x0+.26+i*.042,.19,z0-.02]]);s.s(f,'#e6d3a9',1.4)}}
 // low table: slab of wood, tray with coffee, book, bowl of jabuticabas
 {const p=cam.p([-.05,.4,3.85]),k=cam.f/3.85,rx=.66*k,ry=.2*k;s.g(s.blur(5),()=>s.p(lens(p[0]+8,cam.p([0,0,3.85])[1]+2,rx*1.05,ry*1.1),'#3a2015',.55));for(const[dx,dz]of[[-.42,.1],[.42,.1],[-.1,-.28],[.16,.3]]){const a=cam.p([-.05+dx,.38,3.85+dz]),b=cam.p([-.05+dx*1.15,0,3.85+dz*1.15]);s.p(poly([[a[0]-7,a[1]],[a[0]+7,a[1]],[b[0]+5,b[1]],[b[0]-5,b[1]]]),'#5c3b24')}
  const el=(x,y,a,b)=>`M${P(x-a,y)}a${n1(a)} ${n1(b)} 0 1 0 ${n1(2*a)} 0a${n1(a)} ${n1(b)} 0 1 0 ${n1(-2*a)} 0Z`;s.p(el(p[0],p[1]+11,rx,ry),'#7a4e2c');s.p(el(p[0],p[1],rx,ry),'#cf9859');for(const t of[.78,.56,.32])s.s(el(p[0]-8,p[1]+1,rx*t,ry*t),'#a8733f',1.4,.5);
  s.p(el(p[0]-.22*k,p[1]-3,.26*k,.075*k),'#7a5030');s.p(el(p[0]-.22*k,p[1]-6,.24*k,.066*k),'#e3c894');
  const c=[p[0]-.29*k,p[1]-6];s.p(`M${P(c[0]-.075*k,c[1])}L${P(c[0]-.055*k,c[1]-.23*k)}H${n1(c[0]+.055*k)}L${P(c[0]+.075*k,c[1])}Q${P(c[0],c[1]+.03*k)} ${P(c[0]-.075*k,c[1])}Z`,'#c2623d');s.p(`M${P(c[0]+.055*k,c[1]-.19*k)}L${P(c[0]+.12*k,c[1]-.24*k)}L${P(c[0]+.065*k,c[1]-.12*k)}Z`,'#8f4029');s.s(`M${P(c[0]-.06*k,c[1]-.18*k)}Q${P(c[0]-.16*k,c[1]-.17*k)} ${P(c[0]-.075*k,c[1]-.05*k)}`,'#8f4029',4);s.p(lens(c[0],c[1]-.23*k,.06*k,.02*k),'#e08a5c');
  for(const dx of[-.1,-.02]){const m=[p[0]+dx*k,p[1]+(dx<-.05?4:-6)];s.p(poly([[m[0]-.04*k,m[1]-.07*k],[m[0]+.04*k,m[1]-.07*k],[m[0]+.03*k,m[1]],[m[0]-.03*k,m[1]]]),'#fff8e8');s.p(lens(m[0],m[1]-.07*k,.04*k,.016*k),'#5a3524')}
  const b=[p[0]+.3*k,p[1]+4];s.p(poly([[b[0]-.17*k,b[1]-4],[b[0]+.1*k,b[1]-12],[b[0]+.2*k,b[1]+5],[b[0]-.08*k,b[1]+14]]),'#f6ead0');s.p(poly([[b[0]-.17*k,b[1]-8],[b[0]+.1*k,b[1]-16],[b[0]+.2*k,b[1]+1],[b[0]-.08*k,b[1]+10]]),'#2b7f82');s.p(poly([[b[0]-.08*k,b[1]-6],[b[0]+.06*k,b[1]-10],[b[0]+.1*k,b[1]-4],[b[0]-.05*k,b[1]+1]]),'#f2d9a8')}
 // armchair, left, wood and ochre
 {const x0=-2.56,x1=-1.66,z0=3.2,z1=4.15;s.g(s.blur(4),()=>q([[x0,.003,z0-.2],[x1+.35,.003,z0-.2],[x1+.35,.003,z1],[x0,.003,z1]],'#3a2015',.5));
  box(s,cam,[x1-.1,x1-.02,0,.6,z1-.1,z1-.02],{front:'#6b4529',right:'#b07c4c',side:'#8a5a36'});
  q([[x0+.08,.42,z0+.04],[x0+.08,.42,z1-.04],[x0-.12,1.06,z1-.04],[x0-.12,1.06,z0+.04]],'#dda552');q([[x0+.08,.42,z0+.04],[x0-.12,1.06,z0+.04],[x0-.26,1.06,z0+.04],[x0-.06,.42,z0+.04]],'#a97430');q([[x0-.12,1.06,z0+.04],[x0-.12,1.06,z1-.04],[x0-.26,1.06,z1-.04],[x0-.26,1.06,z0+.04]],'#f0c57c');ln([[x0+.02,.6,z0+.5],[x0-.11,1.04,z0+.5]],'#b07c34',1.4,.7);
  box(s,cam,[x0,x1,.28,.46,z0+.04,z1-.04],{top:'#ecbf74',front:'#b07a32',right:'#d39a48',side:'#d39a48'});
  for(const z of[z1-.1,z0]){box(s,cam,[x0-.04,x1+.02,.6,.66,z,z+.1],{top:'#c9975f',front:'#7a5030',right:'#b07c4c',side:'#8a5a36'})}
  for(const x of[x0+.0,x1-.1])box(s,cam,[x,x+.08,0,.6,z0+.01,z0+.09],{front:'#7a5030',right:'#b98354',side:'#8a5a36'});
  {const A=cam.p([x0+.18,.48,z0+.3]),k=cam.f/3.5;s.p(`M${P(A[0],A[1]+4)}Q${P(A[0]-18,A[1]-44)} ${P(A[0]-20,A[1]-78)}Q${P(A[0]+24,A[1]-86)} ${P(A[0]+46,A[1]-72)}Q${P(A[0]+52,A[1]-34)} ${P(A[0]+64,A[1]-4)}Q${P(A[0]+30,A[1]+10)} ${P(A[0],A[1]+4)}Z`,'#f6ead0');s.s(`M${P(A[0]-10,A[1]-50)}Q${P(A[0]+20,A[1]-56)} ${P(A[0]+52,A[1]-46)}M${P(A[0]-6,A[1]-28)}Q${P(A[0]+26,A[1]-34)} ${P(A[0]+57,A[1]-24)}`,'#2b7f82',3.4,.85)}}
 return s.svg('Ilustração: sala com lareira, sofá e janelão para o lago');
}
